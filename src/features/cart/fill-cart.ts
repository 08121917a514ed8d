import type { SQL } from "drizzle-orm";
import type { Db, Transaction } from "#server/db/connect.ts";
import type { LoggedIn } from "#server/shop.ts";
import { lockUser } from "../account/lock-user.ts";
import type { ShopProduct } from "../catalogue/store.ts";
import type { Item } from "../stock/rules.ts";
import type { FilledCart } from "./contract.ts";
import { filledCart, heldInCart, mergedLines, type Goal } from "./rules.ts";
import { readLines, readProductsFor, setLines } from "./store.ts";

/** A shopper's cart, locked until the transaction ends, and products to fill it with. */
interface Fillable {
  userId: string;
  lines: Item[];
  products: Map<string, ShopProduct>;
}

/** Locks a shopper's cart to fill it. One round trip. @param productIds or SQL for an array of them */
export async function lockToFill(tx: Db, visitor: LoggedIn, productIds: readonly string[] | SQL): Promise<Fillable> {
  const { userId } = visitor;
  const [, found, lines] = await Promise.all([lockUser(tx, visitor), readProductsFor(tx, userId, productIds), readLines(tx, userId)]);
  return { userId, lines, products: new Map(found.map((product) => [product._id, product])) };
}

/**
 * Puts several products into a shopper's cart, as far as they are available, with the commit.
 * @param wanted with names, for products that have left the shop
 */
export function fillCart(
  { tx, withCommit }: Transaction,
  { userId, lines, products }: Fillable,
  wanted: readonly Wanted[],
  goal: Goal,
): FilledCart {
  const stock = stockOf(products);
  withCommit(setLines(tx, userId, mergedLines(lines, wanted, stock, goal)));
  return filledCart(lines, named(wanted, products), stock, goal);
}

/** What filling a cart with these products has come to, for a repeated request. */
export function filledBefore({ lines, products }: Fillable, wanted: readonly Wanted[]): FilledCart {
  return heldInCart(lines, named(wanted, products), stockOf(products));
}

type Products = Fillable["products"];
type Wanted = Item & { name: string; unit?: string };

const stockOf = (products: Products) => new Map([...products].map(([productId, product]) => [productId, product.stock]));

const named = (wanted: readonly Wanted[], products: Products) =>
  wanted.map(({ productId, quantity, name, unit }) => {
    const product = products.get(productId);
    return { productId, quantity, name: product?.name ?? name, unit: product?.unit ?? unit, weighed: product?.weighed };
  });
