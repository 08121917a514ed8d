import { CHOICES } from "../preferences/choices.ts";
import { setSession } from "./session.ts";
import { dropTokens, storeTokens } from "./tokens.ts";

/** Stores the tokens of a login (ACC-8). */
export function signIn(accessToken: string, refreshToken: string): void {
  storeTokens(accessToken, refreshToken);
  setSession("signed-in");
}

/** Local storage keys that stay when someone logs out. */
const KEPT_AT_LOGOUT = new Set<string>(Object.values(CHOICES));

/** Removes everything of the person from this browser. */
export function leaveForGood(): void {
  dropTokens();
  for (const key of Object.keys(localStorage)) if (!KEPT_AT_LOGOUT.has(key)) localStorage.removeItem(key);
  setSession("signed-out", "left");
}
