import { useSyncExternalStore } from "react";
import { toast } from "#ui/toast/toast.ts";
import { messageOf } from "#web/call.ts";
import { logFailure } from "#web/log-failure.ts";
import { currentSession, onSessionChange } from "#web/session/session.ts";
import { randomKey } from "#web/random-key.ts";
import { t } from "#words/t.ts";
import { FAVORITES, type SavedList } from "../contract.ts";
import { applyChange, NO_FAVORITES, type Change } from "../rules.ts";
import { accountStorage } from "./account-lists.ts";
import { GUEST_LISTS, setFavorites } from "./favorites-mark.ts";
import { forgetProducts, guestStorage, type ListStorage } from "./guest-lists.ts";
import { openSaveDialog } from "./open-save-dialog.tsx";

export { openSaveDialog };

export interface ListsState {
  status: "loading" | "ready" | "failed";
  /** The favorites first. */
  lists: readonly SavedList[];
}

const LOADING: ListsState = { status: "loading", lists: [NO_FAVORITES] };
let state = LOADING;
const listeners = new Set<() => void>();

let storage: ListStorage = guestStorage;
/** Incremented whenever the person changes, so responses for the previous person are ignored. */
let person = 0;
/** Changes still being sent: lists that are read meanwhile may be outdated. */
let sending = 0;
/** The last request to the storage: changes are sent one after the other. */
let last: Promise<unknown> = Promise.resolve();

/** In storage, the favorites have an English name. */
const named = (list: SavedList) => (list._id === FAVORITES ? { ...list, name: t("Favorites") } : list);

function publish(next: ListsState): void {
  state = { ...next, lists: next.lists.map(named) };
  setFavorites(new Set(state.lists[0]?.lines.map(({ productId }) => productId)));
  for (const listener of listeners) listener();
}

async function read(): Promise<void> {
  const asked = person;
  try {
    const lists = await storage.read();
    if (person === asked && sending === 0) publish({ status: "ready", lists });
  } catch (error) {
    logFailure("the lists", error);
    if (person === asked && state.status !== "ready") publish({ ...state, status: "failed" });
  }
}

/** Reads the lists again, after what is being sent. */
export function reloadLists(): Promise<void> {
  const reading = last.then(read);
  last = reading;
  return reading;
}

/** Waits until everything that was changed is stored. */
export async function sent(): Promise<void> {
  await last;
}

let opened = false;

/** Opens the lists of the current person, and keeps the tabs in sync. In the browser only. */
export function openLists(): void {
  if (opened) return;
  opened = true;
  const channel = new BroadcastChannel("despensa-lists");
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of this origin, no window
  const account = accountStorage(() => channel.postMessage("changed"));
  const open = () => {
    storage = currentSession().status === "signed-in" ? account : guestStorage;
    person++;
    sending = 0;
    last = Promise.resolve();
    publish(LOADING);
    void reloadLists();
  };
  channel.addEventListener("message", () => void reloadLists());
  addEventListener("storage", ({ key }) => {
    if (key === GUEST_LISTS && storage === guestStorage) void reloadLists();
  });
  onSessionChange(open);
  open();
}

/** Waits for the lists; says so if they cannot be loaded. */
async function isReady(): Promise<boolean> {
  openLists();
  if (state.status !== "ready") await reloadLists();
  if (state.status !== "ready") toast.error(t("Your lists could not be loaded. Check your connection and try again."));
  return state.status === "ready";
}

/** Makes a change: shown at once, then stored, and taken back if it is refused. @returns whether the lists allow it */
async function change(wanted: Change): Promise<boolean> {
  if (!(await isReady())) return false;
  const result = applyChange(state.lists, wanted);
  if (!result.ok) {
    toast.error(result.reason);
    return false;
  }
  publish({ status: "ready", lists: result.lists });
  const asked = person;
  sending++;
  const [by, before] = [storage, last];
  const send = async () => {
    await before;
    if (person !== asked) return;
    let failure: unknown;
    await by.send(wanted).catch((error: unknown) => (failure = error));
    if (person !== asked) return;
    sending--;
    if (failure === undefined) return;
    toast.error(messageOf(failure));
    await read();
  };
  last = send();
  return true;
}

/** Whether a list has a product. */
export const hasProduct = ({ lines }: SavedList, id: string) => lines.some(({ productId }) => productId === id);

interface Named {
  _id: string;
  name: string;
}

/** Saves a product to the favorites, or takes it off them. */
export async function toggleFavorite(product: Named): Promise<void> {
  if (!(await isReady())) return;
  const [favorites = NO_FAVORITES] = state.lists;
  const isSaved = hasProduct(favorites, product._id);
  if (!(await setLine(FAVORITES, product._id, isSaved ? 0 : 1))) return;
  const options = { id: "favorite", detail: product.name };
  if (isSaved) {
    const run = () => void setLine(FAVORITES, product._id, 1);
    toast.success(t("Removed from favorites"), {
      ...options,
      action: { label: t("Undo"), name: t("Undo: keep {name} in favorites", { name: product.name }), run },
    });
  } else {
    const run = () => void openSaveDialog(product);
    toast.success(t("Saved to favorites"), {
      ...options,
      action: { label: t("Save to list"), name: t("Save to list: {name}", { name: product.name }), run },
    });
  }
}

/** Puts a product on a list with a quantity; 0 takes it off. */
export function setLine(listId: string, productId: string, quantity: number): Promise<boolean> {
  return change({ kind: "line", _id: listId, productId, quantity });
}

/** Takes a product off a list; a toast offers to put it back. */
export async function removeLine(list: SavedList, product: Named): Promise<void> {
  const quantity = list.lines.find(({ productId }) => productId === product._id)?.quantity ?? 1;
  if (!(await setLine(list._id, product._id, 0))) return;
  const run = () => void setLine(list._id, product._id, quantity);
  toast.success(t("Removed from {name}", { name: list.name }), {
    id: `list-${product._id}`,
    detail: product.name,
    action: { label: t("Undo"), name: t("Undo: put {name} back", { name: product.name }), run },
  });
}

/** Makes a list, with a product on it if there is one. @returns its id, or undefined if it was refused */
export async function createList(name: string, productId?: string): Promise<string | undefined> {
  const _id = randomKey();
  const list = { _id, name, lines: productId ? [{ productId, quantity: 1 }] : [] };
  return (await change({ kind: "create", list })) ? _id : undefined;
}

export function renameList(_id: string, name: string): Promise<boolean> {
  return change({ kind: "rename", _id, name });
}

/** Deletes a list; a toast offers to bring it back. */
export async function deleteList(list: SavedList): Promise<void> {
  if (!(await change({ kind: "delete", _id: list._id }))) return;
  const run = () => void change({ kind: "create", list });
  toast.success(t("List deleted"), {
    id: `deleted-${list._id}`,
    detail: list.name,
    action: { label: t("Undo"), name: t("Undo: bring {name} back", { name: list.name }), run },
  });
}

/** Takes products that left the shop off the lists. The server does so for accounts. */
export function forgetGone(ids: ReadonlySet<string>): void {
  if (storage !== guestStorage) return;
  forgetProducts(ids);
  void reloadLists();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  openLists();
  return () => listeners.delete(listener);
}

/** The favorites and lists of this person. */
export function useLists(): ListsState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => LOADING,
  );
}
