import { useSyncExternalStore } from "react";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { logout, userDetails, type User } from "#features/account/contract.ts";
import { call } from "./call.ts";
import { CHOICES } from "./choices.ts";
import { queries } from "./queries.ts";
import { dropTokens, hasTokens, ownerOfTokens, REFRESH, storeTokens, whenTokensAreLost } from "./tokens.ts";

/** Unknown until the browser has looked: pages are rendered the same for everyone. */
export type SessionStatus = "unknown" | "signed-out" | "signed-in";

interface Held {
  status: SessionStatus;
  /** Rises with every change of the person, so that nothing read for one is shown to another (ACC-9). */
  person: number;
  /** Why nobody is signed in any more: the person left here, or the shop no longer took their tokens. */
  ended?: "left" | "lost";
}

const UNKNOWN: Held = { status: "unknown", person: 0 };
let held: Held = UNKNOWN;
/** Whose tokens were there when `held` was made. */
let owner: string | undefined;
const listeners = new Set<() => void>();

function hold(status: SessionStatus, ended?: "left" | "lost"): void {
  owner = ownerOfTokens();
  held = { status, person: held.person + 1, ...(ended && { ended }) };
  queries.removeQueries({ queryKey: ["person"] });
  for (const listener of listeners) listener();
}

/** Another person, or none, has the tokens now: another tab has seen to that. */
function look(): void {
  if (ownerOfTokens() !== owner) hold(hasTokens() ? "signed-in" : "signed-out");
}

/** Begins to watch the tokens: those of this tab and, by storage events, of the others. */
function watch(): void {
  owner = ownerOfTokens();
  held = { ...UNKNOWN, status: hasTokens() ? "signed-in" : "signed-out" };
  whenTokensAreLost(() => hold("signed-out", "lost"));
  addEventListener("storage", ({ key }) => {
    if (key === null || key === REFRESH) look();
  });
  // A page brought back by the browser's Back has slept through the events.
  addEventListener("pageshow", look);
}

/** The session as it is now; in the browser only. */
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

/** Who uses this browser. `user` arrives a moment after the status (ACC-8, ACC-11). */
export function useSession(): Held & { user?: User } {
  const session = useSyncExternalStore(onSessionChange, currentSession, unknown);
  const { data } = usePersonal(["user"], userDetailsOf);
  return data ? { ...session, user: data } : session;
}

const userDetailsOf = async () => (await call(userDetails, undefined)).data;

/** Reads something of the signed-in person; read again for another person, never shown to one (ACC-9). */
export function usePersonal<T>(name: readonly unknown[], read: () => Promise<T>): UseQueryResult<T> {
  const session = useSyncExternalStore(onSessionChange, currentSession, unknown);
  return useQuery({
    queryKey: personalKey(session.person, name),
    queryFn: read,
    enabled: session.status === "signed-in",
  });
}

/** The key of what {@link usePersonal} has read. */
export function personalKey(person: number, name: readonly unknown[]): readonly unknown[] {
  return ["person", person, ...name];
}

/** Reads again what {@link usePersonal} has read under a name. */
export function readAgain(name: readonly unknown[]): Promise<void> {
  return queries.invalidateQueries({ queryKey: personalKey(held.person, name) });
}

/** Stores the tokens of a login (ACC-8). */
export function signIn(accessToken: string, refreshToken: string): void {
  storeTokens(accessToken, refreshToken);
  hold("signed-in");
}

/** What stays in this browser when a person leaves. */
const NOBODYS = new Set<string>(Object.values(CHOICES));

/**
 * Ends the session on the server and here, also where the server does not answer: nothing of the person stays in this browser (ACC-8).
 * @returns the shop's words
 * @throws CallError when the server did not end it
 */
export async function signOut(): Promise<string> {
  try {
    return (await call(logout, undefined)).message;
  } finally {
    leaveForGood();
  }
}

/** Leaves nothing of the person in this browser; the shop has seen to its part. */
export function leaveForGood(): void {
  dropTokens();
  for (const key of Object.keys(localStorage)) if (!NOBODYS.has(key)) localStorage.removeItem(key);
  sessionStorage.clear();
  hold("signed-out", "left");
}
