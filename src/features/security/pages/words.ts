import type { SecurityEventKind } from "../../account/contract.ts";

/** A device in words: `Firefox on Windows`. */
export function deviceName({ browser, system }: { browser: string; system: string }): string {
  if (browser && system) return `${browser} on ${system}`;
  return browser || system || "Unknown device";
}

/** What happened, in words. */
export const EVENT_WORDS = {
  registered: "Account opened",
  login: "Logged in",
  "login-failed": "Failed login",
  "second-step-failed": "Wrong code for the second step",
  "two-step-changed": "Two-step login changed",
  "password-wrong": "Wrong password",
  logout: "Logged out",
  "refresh-reused": "A login was used twice and has been ended, to be safe",
  "session-ended": "A device was logged out",
  "other-sessions-ended": "All other devices were logged out",
  "password-changed": "Password changed",
  "reset-asked": "A code to reset the password was asked for",
  "reset-code-wrong": "A wrong code to reset the password",
  "password-reset": "Password reset with a code",
  "email-change-asked": "Another e-mail address was asked for",
  "email-changed": "E-mail address changed",
  "role-changed": "Role changed",
  "status-changed": "Account suspended or let in again",
  "data-downloaded": "Your data was downloaded",
  "account-deleted": "Account deleted",
} as const satisfies Record<SecurityEventKind, string>;

/** What a person should look at twice. */
export const NOTABLE: ReadonlySet<SecurityEventKind> = new Set([
  "login-failed",
  "second-step-failed",
  "password-wrong",
  "refresh-reused",
  "reset-code-wrong",
]);

const TIME = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** A moment as a clock here shows it: `Nov 21, 2026, 8:20 AM`. */
export const atTime = (instant: string) => TIME.format(new Date(instant));

const AGO = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** How long ago a moment was: `2 hours ago`. */
export function ago(instant: string, now = Date.now()): string {
  const seconds = (now - Date.parse(instant)) / 1000;
  for (const [unit, length] of UNITS) if (seconds >= length) return AGO.format(-Math.floor(seconds / length), unit);
  return "just now";
}
