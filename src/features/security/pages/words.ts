import { t } from "#words/t.ts";
import type { SecurityEventKind } from "../../account/contract.ts";

/** A device in words: `Firefox on Windows`. */
export function deviceName({ browser, system }: { browser: string; system: string }): string {
  if (browser && system) return t("{browser} on {system}", { browser, system });
  return browser || system || t("Unknown device");
}

export const EVENT_WORDS = {
  registered: t("Account created"),
  login: t("Logged in"),
  "login-failed": t("Failed login"),
  "second-step-failed": t("Wrong code for the second step"),
  "two-step-changed": t("Two-step login changed"),
  "password-wrong": t("Wrong password"),
  logout: t("Logged out"),
  "refresh-reused": t("Logged out: this login was used in two places"),
  "session-ended": t("Device logged out"),
  "other-sessions-ended": t("All other devices logged out"),
  "password-changed": t("Password changed"),
  "reset-asked": t("Password reset code requested"),
  "reset-code-wrong": t("Wrong password reset code"),
  "password-reset": t("Password reset with a code"),
  "email-change-asked": t("New email address requested"),
  "email-changed": t("Email address changed"),
  "role-changed": t("Role changed"),
  "status-changed": t("Account suspended or reinstated"),
  "data-downloaded": t("Data downloaded"),
  "account-deleted": t("Account deleted"),
} as const satisfies Record<SecurityEventKind, string>;

/** Events worth a second look. */
export const NOTABLE: ReadonlySet<SecurityEventKind> = new Set([
  "login-failed",
  "second-step-failed",
  "password-wrong",
  "refresh-reused",
  "reset-code-wrong",
]);

const TIME = new Intl.DateTimeFormat(t("en-US"), { dateStyle: "medium", timeStyle: "short" });

/** A time in the browser's zone: `Nov 21, 2026, 8:20 AM`. */
export const atTime = (instant: string) => TIME.format(new Date(instant));

const AGO = new Intl.RelativeTimeFormat(t("en-US"), { numeric: "auto" });
const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** How long ago something was: `2 hours ago`. */
export function ago(instant: string, now = Date.now()): string {
  const seconds = (now - Date.parse(instant)) / 1000;
  for (const [unit, length] of UNITS) if (seconds >= length) return AGO.format(-Math.floor(seconds / length), unit);
  return t("just now");
}
