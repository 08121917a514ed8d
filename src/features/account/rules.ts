import { t } from "#words/t.ts";

/** The shortest new password, in characters. */
export const MIN_PASSWORD = 8;
/** A used refresh token works again for this long, so that tabs refreshing at the same moment get the same response. */
export const REUSE_SECONDS = 10;
/** Days until an unused session ends. */
export const SESSION_DAYS = 30;
/** Days from login until a session ends, even if it is used. */
export const SESSION_MOST_DAYS = 90;
/** Hours until an unused session of the staff ends. */
export const STAFF_SESSION_HOURS = 12;

type Judgement<Reason extends string> = { ok: true } | { ok: false; reason: Reason };

/** Messages for refused passwords. */
export const PASSWORD_REFUSED = {
  get short() {
    return t("Use at least {MIN_PASSWORD} characters.", { MIN_PASSWORD });
  },
  get common() {
    return t("That password is too common. Choose another.");
  },
  get email() {
    return t("Your password can't be your email address.");
  },
};

/** Checks a new password for the account of `email`. `isCommon` looks it up in the list of common passwords. */
export function judgePassword(
  password: string,
  email: string,
  isCommon: (password: string) => boolean,
): Judgement<keyof typeof PASSWORD_REFUSED> {
  const characters = Array.from(password);
  if (characters.length < MIN_PASSWORD) return { ok: false, reason: "short" };
  if (password.toLowerCase() === email.toLowerCase()) return { ok: false, reason: "email" };
  const isMonotone = new Set(characters).size === 1 || password.trim() === "";
  return isMonotone || isCommon(password) ? { ok: false, reason: "common" } : { ok: true };
}

/** A refresh token as the database knows it. */
export interface KnownRefreshToken {
  expired: boolean;
  /** Seconds since it was exchanged for its successor; null if it was not. */
  usedSecondsAgo: number | null;
  /** Revoked, unused for too long, or too old. */
  sessionOver: boolean;
  userActive: boolean;
}

/**
 * Decides whether to exchange a refresh token; `first` means for the first time. A token that was used before may have been stolen, either
 * for the earlier use or for this one, so `reused` ends the session.
 */
export function judgeRefresh(
  token: KnownRefreshToken | undefined,
): { ok: true; first: boolean } | { ok: false; reason: "over" | "reused" } {
  if (!token || token.expired || token.sessionOver || !token.userActive) return { ok: false, reason: "over" };
  if (token.usedSecondsAgo === null) return { ok: true, first: true };
  return token.usedSecondsAgo <= REUSE_SECONDS ? { ok: true, first: false } : { ok: false, reason: "reused" };
}
