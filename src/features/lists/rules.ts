import { ID } from "#shared/id.ts";
import { MAX_QUANTITY } from "../cart/contract.ts";
import { t } from "#words/t.ts";
import { FAVORITES, MAX_FAVORITES, MAX_LIST_LINES, MAX_LISTS, MAX_NAME, type ListLine, type SavedList } from "./contract.ts";

/** A change that a person makes to their lists. */
export type Change =
  | { kind: "create"; list: SavedList }
  | { kind: "rename"; _id: string; name: string }
  | { kind: "delete"; _id: string }
  /** A quantity of 0 takes the product off the list. */
  | { kind: "line"; _id: string; productId: string; quantity: number };

export const messages = {
  noList: () => t("List not found"),
  tooManyLists: () => t("You can have up to {MAX_LISTS} lists. Delete one you no longer need.", { MAX_LISTS }),
  tooManyFavorites: () => t("You can have up to {MAX_FAVORITES} favorites. Remove some you no longer need.", { MAX_FAVORITES }),
  tooManyLines: () => t("A list can hold up to {MAX_LIST_LINES} products. Start another list.", { MAX_LIST_LINES }),
  nameTaken: (name: string) => t("You already have a list called “{name}”", { name }),
} as const;

/** The favorites of someone who has none. */
export const NO_FAVORITES: SavedList = { _id: FAVORITES, name: "Favorites", lines: [] };

const mostLines = (listId: string) => (listId === FAVORITES ? MAX_FAVORITES : MAX_LIST_LINES);

type ChangeOutcome = { ok: true; lists: readonly SavedList[] } | { ok: false; reason: string };

/** Applies a change to a person's lists. The browser and the server decide by the same rules. */
export function applyChange(lists: readonly SavedList[], change: Change): ChangeOutcome {
  const id = change.kind === "create" ? change.list._id : change._id;
  const known = lists.find((list) => list._id === id);
  const put = (list: SavedList): ChangeOutcome => ({ ok: true, lists: lists.map((other) => (other._id === id ? list : other)) });
  if (change.kind === "create") {
    if (known) return { ok: true, lists };
    if (lists.length > MAX_LISTS) return { ok: false, reason: messages.tooManyLists() };
    if (hasName(lists, change.list.name)) return { ok: false, reason: messages.nameTaken(change.list.name) };
    return { ok: true, lists: [...lists, change.list] };
  }
  if (!known) return { ok: false, reason: messages.noList() };
  if (change.kind === "delete") return { ok: true, lists: lists.filter((list) => list !== known) };
  if (change.kind === "rename") {
    if (hasName(lists, change.name, id)) return { ok: false, reason: messages.nameTaken(change.name) };
    return put({ ...known, name: change.name });
  }
  const { productId, quantity } = change;
  if (quantity === 0) return put({ ...known, lines: known.lines.filter((line) => line.productId !== productId) });
  if (known.lines.some((line) => line.productId === productId))
    return put({ ...known, lines: known.lines.map((line) => (line.productId === productId ? { productId, quantity } : line)) });
  if (known.lines.length >= mostLines(id))
    return { ok: false, reason: id === FAVORITES ? messages.tooManyFavorites() : messages.tooManyLines() };
  return put({ ...known, lines: [...known.lines, { productId, quantity }] });
}

/** Whether this is a list as the server accepts it. */
export function isSavedList(list: unknown): list is SavedList {
  const { _id, name, lines } = (list ?? {}) as Partial<Record<keyof SavedList, unknown>>; // what is missing is refused below
  if (typeof _id !== "string" || (_id !== FAVORITES && !ID.test(_id))) return false;
  if (typeof name !== "string" || name.length === 0 || name.length > MAX_NAME) return false;
  return Array.isArray(lines) && lines.length <= mostLines(_id) && lines.every(isListLine);
}

function isListLine(line: unknown): line is ListLine {
  const { productId, quantity } = (line ?? {}) as Partial<Record<keyof ListLine, unknown>>; // what is missing is refused below
  const isQuantity = typeof quantity === "number" && Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_QUANTITY;
  return typeof productId === "string" && ID.test(productId) && isQuantity;
}

const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Whether another list has this name, ignoring case. */
function hasName(lists: readonly SavedList[], name: string, butOf?: string): boolean {
  return lists.some((list) => list._id !== butOf && sameName(list.name, name));
}

/**
 * Combines a guest's lists with the account's. Lists with the same id or name become one; of a product on both, the higher quantity
 * stays. Doing it twice changes nothing.
 * @returns the lists, and how many products or lists did not fit
 */
export function mergedLists(account: readonly SavedList[], guest: readonly SavedList[]): { lists: SavedList[]; left: number } {
  const lists = [...account];
  let left = 0;
  for (const list of guest) {
    const at = lists.findIndex(({ _id, name }) => _id === list._id || (list._id !== FAVORITES && sameName(name, list.name)));
    if (at < 0 && lists.length > MAX_LISTS) {
      left += 1;
      continue;
    }
    const into = lists[at] ?? { ...list, lines: [] };
    const lines = mergedListLines(into.lines, list.lines);
    const fitting = { ...into, lines: lines.slice(0, mostLines(into._id)) };
    left += lines.length - fitting.lines.length;
    if (at < 0) lists.push(fitting);
    else lists[at] = fitting;
  }
  return { lists, left };
}

function mergedListLines(account: readonly ListLine[], guest: readonly ListLine[]): ListLine[] {
  const lines = new Map(account.map((line) => [line.productId, line]));
  for (const line of guest) {
    const quantity = Math.max(line.quantity, lines.get(line.productId)?.quantity ?? 0);
    lines.set(line.productId, { productId: line.productId, quantity });
  }
  return [...lines.values()];
}
