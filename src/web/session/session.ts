import { useSyncExternalStore } from "react";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { queries } from "../queries.ts";
import { hasTokens, LOST, ownerOfTokens, REFRESH, whenTokensAreLost } from "./tokens.ts";

/** Unknown until the browser has checked: pages are rendered the same for everyone. */
export type SessionStatus = "unknown" | "signed-out" | "signed-in";

interface Held {
  status: SessionStatus;
  /** Incremented whenever the person changes, so nothing loaded for one is shown to another (ACC-9). */
  person: number;
  /** Why nobody is logged in anymore: the person logged out here, or the server rejected their tokens. */
  ended?: "left" | "lost" | undefined;
}

const UNKNOWN: Held = { status: "unknown", person: 0 };
let held: Held = UNKNOWN;
/** Whose tokens were stored when `held` was set. */
let owner: string | undefined;
const listeners = new Set<() => void>();

/** The session has begun, ended or changed. */
export function setSession(status: SessionStatus, ended?: "left" | "lost"): void {
  owner = ownerOfTokens();
  clearOthersChoices();
  held = { status, person: held.person + 1, ended };
  queries.removeQueries({ queryKey: ["person"] });
  forgetStored();
  for (const listener of listeners) listener();
}

/** Session storage key of the person whose choices this tab has. A guest's stay after the login. */
const CHOOSER = "chooser";

function clearOthersChoices(): void {
  // Unfinished work stays after a session was lost, in any tab, for the same person.
  if (!owner && localStorage.getItem(LOST)) return;
  const person = owner?.split(" ")[0];
  const before = sessionStorage.getItem(CHOOSER);
  if (before && person !== before) sessionStorage.clear();
  if (person) sessionStorage.setItem(CHOOSER, person);
}

/** What was stored for reading offline says what the person has looked at. */
function forgetStored(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith("stored-")) localStorage.removeItem(key);
  // `PERSONAL_CACHES` of the service worker, and the prefix of `stored.ts`; importing them costs the first load 100 bytes.
  for (const name of ["pages", "pictures"]) void globalThis.caches?.delete(name);
}

/** Notices that another tab has logged in, or out, someone else. */
function look(): void {
  if (ownerOfTokens() !== owner) setSession(hasTokens() ? "signed-in" : "signed-out");
}

/** Starts to watch the tokens of this tab and, by storage events, of the others. */
function watch(): void {
  owner = ownerOfTokens();
  clearOthersChoices();
  held = { ...UNKNOWN, status: hasTokens() ? "signed-in" : "signed-out" };
  whenTokensAreLost(() => setSession("signed-out", "lost"));
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

/** Whether somebody is logged in, and a number for who it is; `useUser` of the account feature loads the person. */
export function useSession(): Held {
  return useSyncExternalStore(onSessionChange, currentSession, unknown);
}

/** Loads data of the signed-in person; it is loaded again for another person, and never shown to them (ACC-9). */
export function usePersonal<T>(name: readonly unknown[], read: () => Promise<T>): UseQueryResult<T> {
  const session = useSession();
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
