import { MIN_PASSWORD, PASSWORD_REFUSED } from "../../rules.ts";

/** Checked before sending, so that all mistakes show at once. The server checks again. */
export function isLongEnough(value: string): true | string {
  return Array.from(value).length >= MIN_PASSWORD || PASSWORD_REFUSED.short;
}
