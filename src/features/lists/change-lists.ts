import type { Database, Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import type { LoggedIn } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { lockUser } from "../account/lock-user.ts";
import { FAVORITES, type ListLine, type SavedList } from "./contract.ts";
import { applyChange, mergedLists, messages, NO_FAVORITES, type Change } from "./rules.ts";
import * as store from "./store.ts";

/**
 * Makes a change to a person's lists.
 * @param allowed nothing changes if it rejects
 * @throws Refusal 404 for a list that is not theirs or a product that is not in the shop, 409 when there is no room or the name is taken
 */
export async function changeLists(database: Database, visitor: LoggedIn, change: Change, allowed?: Promise<void>): Promise<void> {
  const { userId } = visitor;
  await database.transact(async ({ tx, withCommit }) => {
    const [, lists, known] = await Promise.all([
      lockUser(tx, visitor),
      store.readLists(tx, userId),
      store.readPresent(tx, productsOf(change)),
      allowed,
    ]);
    const result = applyChange(lists, change);
    if (!result.ok) throw result.reason === messages.noList() ? refuse.notFound(t("List not found")) : refuse.conflict(result.reason);
    if (result.lists !== lists) withCommit(...write(tx, userId, change, known));
  });
}

/** The products that a change puts on a list. */
function productsOf(change: Change): string[] {
  if (change.kind === "create") return change.list.lines.map(({ productId }) => productId);
  return change.kind === "line" && change.quantity > 0 ? [change.productId] : [];
}

/** @param known which products are in the shop */
function write(tx: Db, userId: string, change: Change, known: ReadonlySet<string>): Promise<void>[] {
  if (change.kind === "rename") return [store.renameList(tx, userId, change._id, change.name)];
  if (change.kind === "delete") return [store.deleteList(tx, userId, change._id)];
  if (change.kind === "create") {
    const { list } = change;
    return [store.insertList(tx, userId, list), store.putLines(tx, userId, list._id, present(list.lines, known))];
  }
  const { _id, productId, quantity } = change;
  if (quantity === 0) return [store.deleteLine(tx, userId, _id, productId)];
  if (!known.has(productId)) throw refuse.notFound(t("Product not found"));
  const line = [{ productId, quantity }];
  return [...(_id === FAVORITES ? [store.insertList(tx, userId, NO_FAVORITES)] : []), store.putLines(tx, userId, _id, line)];
}

/** The lines whose products are in the shop, one per product. */
function present(lines: readonly ListLine[], known: ReadonlySet<string>): ListLine[] {
  return [...new Map(lines.map((line) => [line.productId, line])).values()].filter(({ productId }) => known.has(productId));
}

/** Merges a guest's lists into an account's. @returns the lists, and how many products or lists did not fit */
export function mergeLists(
  database: Database,
  visitor: LoggedIn,
  guest: readonly SavedList[],
  allowed: Promise<void>,
): Promise<{ lists: SavedList[]; left: number }> {
  const { userId } = visitor;
  const productIds = guest.flatMap(({ lines }) => lines.map(({ productId }) => productId));
  return database.transact(async ({ tx, withCommit }) => {
    const [, account, known] = await Promise.all([
      lockUser(tx, visitor),
      store.readLists(tx, userId),
      store.readPresent(tx, productIds),
      allowed,
    ]);
    const inShop = guest.map((list) => ({ ...list, lines: list.lines.filter(({ productId }) => known.has(productId)) }));
    const merged = mergedLists(account, inShop);
    for (const list of merged.lists) {
      const before = account.find(({ _id }) => _id === list._id);
      const had = new Map(before?.lines.map(({ productId, quantity }) => [productId, quantity]));
      const lines = list.lines.filter(({ productId, quantity }) => had.get(productId) !== quantity);
      if (before && lines.length === 0) continue;
      withCommit(store.insertList(tx, userId, list), store.putLines(tx, userId, list._id, lines));
    }
    return merged;
  });
}
