/** The tokens of the signed-in shopper, in local storage as the specification has it, and their renewal. */

import { refresh } from "#features/account/contract.ts";

const ACCESS = "accesstoken";
/** Where the refresh token lies in local storage. */
export const REFRESH = "refreshToken";

/** The header by which a call says who makes it; undefined for nobody. */
export function bearerHeader(): string | undefined {
  const token = localStorage.getItem(ACCESS);
  return token ? `Bearer ${token}` : undefined;
}

/** Whether somebody is signed in, as far as this browser knows. */
export function hasTokens(): boolean {
  return localStorage.getItem(REFRESH) !== null;
}

/**
 * Whose tokens are stored: the person and the session that the access token names, the same after a renewal; undefined
 * without any.
 */
export function ownerOfTokens(): string | undefined {
  if (!hasTokens()) return undefined;
  try {
    const payload = localStorage.getItem(ACCESS)!.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/");
    const { sub, sid } = JSON.parse(atob(payload)) as { sub: string; sid: string }; // the shop's own claims
    return `${sub} ${sid}`;
  } catch {
    // No token of the shop; it will say so.
    return "";
  }
}

/** What happens when the shop no longer knows this person. Set by session.ts. */
let onLost: () => void = () => {};

/** Calls back when the shop no longer takes the tokens of this browser. */
export function whenTokensAreLost(listener: () => void): void {
  onLost = listener;
}

/** Keeps the tokens of a login (ACC-8). */
export function storeTokens(accessToken: string, refreshToken: string): void {
  localStorage.setItem(ACCESS, accessToken);
  localStorage.setItem(REFRESH, refreshToken);
}

/** Forgets the tokens: nobody is signed in here any more. */
export function dropTokens(): void {
  localStorage.removeItem(ACCESS);
  localStorage.removeItem(REFRESH);
}

/** `fresh`: there is another access token now. `lost`: the person has to log in. `unanswered`: the shop could not be asked. */
export type Renewal = "fresh" | "lost" | "unanswered";

let underWay: Promise<Renewal> | undefined;

/**
 * Exchanges the refresh token for new tokens, once for all calls and tabs that wait for it.
 * @param refused the bearer header that was answered with 401
 */
export function renewTokens(refused: string): Promise<Renewal> {
  underWay ??= oneTabAtATime(() => renew(refused)).finally(() => {
    underWay = undefined;
  });
  return underWay;
}

/** Web Locks exist only on https and localhost; elsewhere the server's grace of 10 s for parallel tabs has to do. */
function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  return "locks" in navigator ? navigator.locks.request("despensa-refresh", work) : work();
}

async function renew(refused: string): Promise<Renewal> {
  const held = bearerHeader();
  // Another call or tab was quicker, or the person left meanwhile.
  if (held !== refused) return held ? "fresh" : "lost";
  const refreshToken = localStorage.getItem(REFRESH);
  if (!refreshToken) return lose();
  // Asked again at once: where only the answer was lost, the shop gives it once more within its 10 s, and not later.
  const response = (await ask(refreshToken)) ?? (await ask(refreshToken));
  // Signed out, or in as another person, while the shop was asked: its answer belongs to nobody any more.
  if (localStorage.getItem(REFRESH) !== refreshToken) return bearerHeader() ? "fresh" : "lost";
  if (response?.status === 401) return lose();
  if (!response?.ok) return "unanswered";
  const { data } = (await response.json()) as { data: { accessToken: string; refreshToken: string } }; // the contract of refresh-token
  storeTokens(data.accessToken, data.refreshToken);
  return "fresh";
}

/** A call that is never answered must not hold up the other tabs. */
const ANSWER_WITHIN_MS = 4500;

function ask(refreshToken: string): Promise<Response | null> {
  const headers = { authorization: `Bearer ${refreshToken}` };
  return fetch(refresh.path, { method: refresh.method, headers, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(() => null);
}

function lose(): Renewal {
  dropTokens();
  onLost();
  return "lost";
}
