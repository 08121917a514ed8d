import { COMMON_PASSWORDS } from "./common-passwords.ts";

/** Characters a new password has at least. */
export const MIN_PASSWORD = 8;
/** A refresh token may be used again for so long: tabs that ask at the same moment get the same answer. */
export const REUSE_SECONDS = 10;
/** Days a session lives without being used. */
export const SESSION_DAYS = 30;

type Judgement<Reason extends string> = { ok: true } | { ok: false; reason: Reason };

/** Why a password may not be chosen, behind the name of its field. */
export const PASSWORD_REFUSED = {
  short: `needs at least ${MIN_PASSWORD} characters`,
  common: "is one of those everyone tries first, please choose another",
  email: "must not be the e-mail address",
};

/** Whether a password may be chosen for the account of `email`. */
export function judgePassword(password: string, email: string): Judgement<keyof typeof PASSWORD_REFUSED> {
  if (Array.from(password).length < MIN_PASSWORD) return { ok: false, reason: "short" };
  const lower = password.toLowerCase();
  if (lower === email.toLowerCase()) return { ok: false, reason: "email" };
  if (COMMON_PASSWORDS.has(lower)) return { ok: false, reason: "common" };
  return { ok: true };
}

/** A refresh token as the database knows it. */
export interface KnownRefreshToken {
  expired: boolean;
  /** Seconds since it was exchanged for its successor; null while it was not. */
  usedSecondsAgo: number | null;
  sessionRevoked: boolean;
  userActive: boolean;
}

/**
 * Whether a refresh token is exchanged: `first` says that its successor is new. A token used long before was stolen, or
 * its thief was quicker: `reused` ends the session.
 */
export function judgeRefresh(
  token: KnownRefreshToken | undefined,
): { ok: true; first: boolean } | { ok: false; reason: "over" | "reused" } {
  if (!token || token.expired || token.sessionRevoked || !token.userActive) return { ok: false, reason: "over" };
  if (token.usedSecondsAgo === null) return { ok: true, first: true };
  return token.usedSecondsAgo <= REUSE_SECONDS ? { ok: true, first: false } : { ok: false, reason: "reused" };
}
