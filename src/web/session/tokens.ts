import { REFRESH_CALL } from "#shared/refresh-call.ts";

const ACCESS = "accesstoken";
/** Local storage key of the refresh token. */
export const REFRESH = "refreshToken";
/** Local storage key that is set where the shop ended the last session, and nobody has logged out since. */
export const LOST = "session-lost";

/** The authorization header for a call; undefined without a login. */
export function bearerHeader(): string | undefined {
  const token = localStorage.getItem(ACCESS);
  return token ? `Bearer ${token}` : undefined;
}

/** Whether somebody is signed in, as far as this browser knows. */
export function hasTokens(): boolean {
  return localStorage.getItem(REFRESH) !== null;
}

/** The person and session the access token names, which stay the same after a renewal; undefined without tokens. */
export function ownerOfTokens(): string | undefined {
  if (!hasTokens()) return undefined;
  try {
    const payload = localStorage.getItem(ACCESS)!.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/");
    const { sub, sid } = JSON.parse(atob(payload)) as { sub: string; sid: string }; // claims of the shop's own token
    return `${sub} ${sid}`;
  } catch {
    // Not a token of the shop, which will reject it.
    return "";
  }
}

/** Called when the shop rejects the tokens. Set by session.ts. */
let onLost: () => void = () => {};

/** Calls back when the shop rejects the tokens of this browser. */
export function whenTokensAreLost(listener: () => void): void {
  onLost = listener;
}

/** Stores the tokens of a login (ACC-8). */
export function storeTokens(accessToken: string, refreshToken: string): void {
  localStorage.setItem(ACCESS, accessToken);
  localStorage.setItem(REFRESH, refreshToken);
}

export function dropTokens(): void {
  localStorage.removeItem(LOST);
  removeTokens();
}

function removeTokens(): void {
  localStorage.removeItem(ACCESS);
  localStorage.removeItem(REFRESH);
}

/** `fresh`: there is a new access token. `lost`: the person has to log in. `unanswered`: the shop could not be reached. */
export type Renewal = "fresh" | "lost" | "unanswered";

let inFlight: Promise<Renewal> | undefined;

/**
 * Exchanges the refresh token for new tokens, once for all calls and tabs that need it.
 * @param refused the bearer header that got a 401
 */
export function renewTokens(refused: string): Promise<Renewal> {
  inFlight ??= oneTabAtATime(() => renew(refused)).finally(() => {
    inFlight = undefined;
  });
  return inFlight;
}

/** Web Locks need https or localhost; elsewhere the server tolerates parallel renewals for 10 s. */
function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  return "locks" in navigator ? navigator.locks.request("despensa-refresh", work) : work();
}

async function renew(refused: string): Promise<Renewal> {
  const held = bearerHeader();
  // Another call or tab was faster, or the person has logged out.
  if (held !== refused) return held ? "fresh" : "lost";
  const refreshToken = localStorage.getItem(REFRESH);
  if (!refreshToken) return lose();
  // Retried immediately: if only the response was lost, the server repeats it within 10 s, but not later.
  const response = (await ask(refreshToken)) ?? (await ask(refreshToken));
  // Logged out since, or logged in as someone else: the response is obsolete.
  if (localStorage.getItem(REFRESH) !== refreshToken) return bearerHeader() ? "fresh" : "lost";
  if (response === "refused") return lose();
  if (!response) return "unanswered";
  storeTokens(response.accessToken, response.refreshToken);
  return "fresh";
}

interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** A request without a response must not block the other tabs. */
const ANSWER_WITHIN_MS = 4500;

/** @returns null without a response of the shop, or one of no use */
async function ask(refreshToken: string): Promise<Tokens | "refused" | null> {
  const headers = { authorization: `Bearer ${refreshToken}` };
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const response = await fetch(REFRESH_CALL.path, { method: REFRESH_CALL.method, headers, signal });
    if (response.status === 401) return "refused";
    const { data } = (await response.json()) as { data?: Tokens }; // as the contract of this call says, if it is the shop's
    return data?.refreshToken ? data : null;
  } catch {
    return null;
  }
}

function lose(): Renewal {
  // First, so that other tabs find it when they notice.
  localStorage.setItem(LOST, "yes");
  removeTokens();
  onLost();
  return "lost";
}
