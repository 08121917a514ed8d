import { useSyncExternalStore } from "react";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { logout, userDetails, type User } from "#features/account/contract.ts";
import { call } from "./call.ts";
import { CHOICES } from "./choices.ts";
import { queries } from "./queries.ts";
import { dropTokens, hasTokens, ownerOfTokens, REFRESH, storeTokens, whenTokensAreLost } from "./tokens.ts";

/** Unknown until the browser has checked: pages are rendered the same for everyone. */
export type SessionStatus = "unknown" | "signed-out" | "signed-in";

interface Held {
  status: SessionStatus;
  /** Incremented whenever the person changes, so nothing loaded for one is shown to another (ACC-9). */
  person: number;
  /** Why nobody is signed in any more: the person logged out here, or the shop rejected their tokens. */
  ended?: "left" | "lost";
}

const UNKNOWN: Held = { status: "unknown", person: 0 };
let held: Held = UNKNOWN;
/** Whose tokens were stored when `held` was set. */
let owner: string | undefined;
const listeners = new Set<() => void>();

function hold(status: SessionStatus, ended?: "left" | "lost"): void {
  owner = ownerOfTokens();
  held = { status, person: held.person + 1, ...(ended && { ended }) };
  queries.removeQueries({ queryKey: ["person"] });
  for (const listener of listeners) listener();
}

/** Notices that another tab has logged in, or out, someone else. */
function look(): void {
  if (ownerOfTokens() !== owner) hold(hasTokens() ? "signed-in" : "signed-out");
}

/** Starts to watch the tokens of this tab and, by storage events, of the others. */
function watch(): void {
  owner = ownerOfTokens();
  held = { ...UNKNOWN, status: hasTokens() ? "signed-in" : "signed-out" };
  whenTokensAreLost(() => hold("signed-out", "lost"));
  addEventListener("storage", ({ key }) => {
    if (key === null || key === REFRESH) look();
  });
  // A page restored from the back/forward cache has missed the events.
  addEventListener("pageshow", look);
}

/** The current session; in the browser only. */
export function currentSession(): Held {
  if (held.status === "unknown") watch();
  return held;
}

/** Calls back whenever the person changes. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const unknown = () => UNKNOWN;

/** Who uses this browser. `user` is loaded after the status is known (ACC-8, ACC-11). */
export function useSession(): Held & { user?: User } {
  const session = useSyncExternalStore(onSessionChange, currentSession, unknown);
  const { data } = usePersonal(["user"], userDetailsOf);
  return data ? { ...session, user: data } : session;
}

const userDetailsOf = async () => (await call(userDetails, undefined)).data;

/** Loads the person again, where that failed (STAT-8: only logged); undefined unless it did. */
export function useUserReload(): (() => void) | undefined {
  const { data, isError, refetch } = usePersonal(["user"], userDetailsOf);
  return isError && !data ? () => void refetch() : undefined;
}

/** Loads data of the signed-in person; it is loaded again for another person, and never shown to them (ACC-9). */
export function usePersonal<T>(name: readonly unknown[], read: () => Promise<T>): UseQueryResult<T> {
  const session = useSyncExternalStore(onSessionChange, currentSession, unknown);
  return useQuery({
    queryKey: personalKey(session.person, name),
    queryFn: read,
    enabled: session.status === "signed-in",
  });
}

/** The query key of {@link usePersonal}. */
export function personalKey(person: number, name: readonly unknown[]): readonly unknown[] {
  return ["person", person, ...name];
}

/** Reloads what {@link usePersonal} has loaded under a name. */
export function readAgain(name: readonly unknown[]): Promise<void> {
  return queries.invalidateQueries({ queryKey: personalKey(held.person, name) });
}

/** Stores the tokens of a login (ACC-8). */
export function signIn(accessToken: string, refreshToken: string): void {
  storeTokens(accessToken, refreshToken);
  hold("signed-in");
}

/** Local storage keys that stay when someone logs out. */
const NOBODYS = new Set<string>(Object.values(CHOICES));

/**
 * Ends the session on the server and here. Nothing of the person stays in this browser, even if the server does not respond (ACC-8).
 * @returns the shop's message
 * @throws CallError when the server did not end it
 */
export async function signOut(): Promise<string> {
  try {
    return (await call(logout, undefined)).message;
  } finally {
    leaveForGood();
  }
}

/** Removes everything of the person from this browser, once the session has ended on the server. */
export function leaveForGood(): void {
  dropTokens();
  for (const key of Object.keys(localStorage)) if (!NOBODYS.has(key)) localStorage.removeItem(key);
  sessionStorage.clear();
  hold("signed-out", "left");
}
