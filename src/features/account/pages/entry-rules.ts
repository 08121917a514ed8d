import { MIN_PASSWORD, PASSWORD_REFUSED } from "../rules.ts";

// What can be said before the shop is asked, so that all mistakes of a form are told at once. The shop has the last word.

/** Says so of what cannot be an e-mail address. */
export function isEmail(value: string): true | string {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) || "Is not a valid e-mail address";
}

/** Says so of a new password that is too short. */
export function isLongEnough(value: string): true | string {
  return Array.from(value).length >= MIN_PASSWORD || `N${PASSWORD_REFUSED.short.slice(1)}`;
}
