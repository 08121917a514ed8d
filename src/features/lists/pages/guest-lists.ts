import { CallError } from "#web/call.ts";
import { readJson } from "#web/stored-json.ts";
import { FAVORITES, MAX_LISTS, type SavedList } from "../contract.ts";
import { applyChange, isSavedList, NO_FAVORITES, type Change } from "../rules.ts";
import { GUEST_LISTS } from "./favorites-mark.ts";

/** Stores lists: in the account, or in a guest's browser. */
export interface ListStorage {
  /** The favorites, then the lists. */
  read(): Promise<readonly SavedList[]>;
  send(change: Change): Promise<void>;
}

/** A guest's favorites and lists, as far as the server would accept them: other code may have written here too. */
export function guestLists(): SavedList[] {
  const lists = readJson<unknown[]>("localStorage", GUEST_LISTS, []).filter(isSavedList);
  const favorites = lists.find(({ _id }) => _id === FAVORITES) ?? NO_FAVORITES;
  return [favorites, ...lists.filter(({ _id }) => _id !== FAVORITES).slice(0, MAX_LISTS)];
}

/** Whether a guest has saved anything. */
export function hasGuestLists(): boolean {
  const lists = guestLists();
  return lists.length > 1 || lists[0]!.lines.length > 0;
}

export function deleteGuestLists(): void {
  localStorage.removeItem(GUEST_LISTS);
}

/** Takes products that left the shop off a guest's lists. */
export function forgetProducts(ids: ReadonlySet<string>): void {
  store(guestLists().map((list) => ({ ...list, lines: list.lines.filter(({ productId }) => !ids.has(productId)) })));
}

function store(lists: readonly SavedList[]): void {
  localStorage.setItem(GUEST_LISTS, JSON.stringify(lists));
  if (!hasGuestLists()) deleteGuestLists();
}

/** Stores a guest's lists in the browser as ids and quantities. */
export const guestStorage: ListStorage = {
  async read() {
    return guestLists();
  },
  async send(change) {
    // Another tab may have changed them meanwhile.
    const result = applyChange(guestLists(), change);
    if (!result.ok) throw new CallError(409, result.reason);
    store(result.lists);
  },
};
