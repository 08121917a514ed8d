import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#server/new-id.ts";
import { addProduct } from "../../../tests/support/goods.ts";
import { signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { piecesOf } from "../../../tests/support/paying-shop.ts";
import { RESERVATION_STATES } from "./contract.ts";
import { release, reserve, sellLocked, takeAgain } from "./reservations.ts";
import type { Db, Invalidate } from "#server/db/connect.ts";
import { RESERVATION_MOVES, type ReservationMove } from "./rules.ts";
import { changeReservation, lockStock } from "./store.ts";
import { takeStock } from "../../../tests/support/take-stock.ts";
import { judgeStock, returnStock } from "./take-stock.ts";

const shop = await openTestShop();
const { database } = shop.shop;
const userId = (await signUp(shop)).user._id;
const pieces = (productId: string, quantity: number) => [{ productId, quantity }];
/** Runs work in a transaction. @returns the tags it invalidates */
async function tagsOf(work: (tx: Db, invalidate: Invalidate) => Promise<unknown>): Promise<string[]> {
  const tags: string[] = [];
  await database.transact(({ tx, invalidate }) => work(tx, (...more) => (invalidate(...more), void tags.push(...more))));
  return tags;
}

async function reservePieces(tx: Db, invalidate: Invalidate, orderId: string, items: ReturnType<typeof pieces>): Promise<void> {
  const shelves = await lockStock(
    tx,
    items.map(({ productId }) => productId),
  );
  await reserve(tx, invalidate, { orderId, userId }, judgeStock(shelves, items));
}

test("pieces move between in stock, reserved and sold", async () => {
  const rice = await addProduct(shop, { stock: 5 });
  const orderId = newId();
  const at = () => piecesOf(shop, rice);
  await tagsOf((tx, tell) => takeStock(tx, tell, pieces(rice, 2)));
  expect(await at()).toEqual({ stock: 3, sold: 2, reserved: 0 });
  await tagsOf((tx, tell) => returnStock(tx, tell, pieces(rice, 1), "takeBack"));
  expect(await at()).toEqual({ stock: 4, sold: 1, reserved: 0 });
  await tagsOf((tx, tell) => reservePieces(tx, tell, orderId, pieces(rice, 3)));
  expect(await at()).toEqual({ stock: 1, sold: 1, reserved: 3 });
  await tagsOf((tx, tell) => release(tx, tell, orderId));
  expect(await at()).toEqual({ stock: 4, sold: 1, reserved: 0 });
  await tagsOf((tx, tell) => takeAgain(tx, tell, orderId));
  expect(await at()).toEqual({ stock: 1, sold: 1, reserved: 3 });
  await tagsOf((tx, tell) => sellLocked(tx, tell, orderId, pieces(rice, 3)));
  expect(await at()).toEqual({ stock: 1, sold: 4, reserved: 0 });
});

test("released pieces that someone else bought cannot be taken again", async () => {
  const rice = await addProduct(shop, { stock: 3 });
  const orderId = newId();
  await tagsOf((tx, tell) => reservePieces(tx, tell, orderId, pieces(rice, 3)));
  await tagsOf((tx, tell) => release(tx, tell, orderId));
  await tagsOf((tx, tell) => takeStock(tx, tell, pieces(rice, 1)));
  expect(await database.transact(({ tx, invalidate: tell }) => takeAgain(tx, tell, orderId))).toBe(false);
  expect(await piecesOf(shop, rice)).toEqual({ stock: 2, sold: 1, reserved: 0 });
});

test("if one product is short, none of the others is taken", async () => {
  const [rice, figs] = [await addProduct(shop, { stock: 3 }), await addProduct(shop, { stock: 1, name: "Figs" })];
  const taken = database.transact(({ tx, invalidate: tell }) =>
    takeStock(tx, tell, [...pieces(rice, 3), ...pieces(figs, 2)]).catch((refusal: unknown) => refusal),
  );
  expect(await taken).toMatchObject({
    status: 409,
    fields: { data: { reason: "stock", products: [{ productId: figs, name: "Figs", stock: 1 }] } },
  });
  expect(await piecesOf(shop, rice)).toEqual({ stock: 3, sold: 0, reserved: 0 });
});

test("nothing can be taken from a deleted product, but pieces can be returned to it", async () => {
  const rice = await addProduct(shop, { stock: 3, deletedAt: new Date() });
  await expect(tagsOf((tx, tell) => takeStock(tx, tell, pieces(rice, 1)))).rejects.toMatchObject({ status: 409 });
  await tagsOf((tx, tell) => returnStock(tx, tell, pieces(rice, 1), "takeBack"));
  expect(await piecesOf(shop, rice)).toEqual({ stock: 4, sold: -1, reserved: 0 });
});

test("only products that just sold out, or just came back, invalidate pages", async () => {
  const rice = await addProduct(shop, { stock: 2 });
  const [stock, page] = [`stock:${rice}`, `product:${rice}`];
  expect(await tagsOf((tx, tell) => takeStock(tx, tell, pieces(rice, 1)))).toEqual(["popular", stock]);
  expect(await tagsOf((tx, tell) => takeStock(tx, tell, pieces(rice, 1)))).toEqual(["popular", stock, "availability", page]);
  expect(await tagsOf((tx, tell) => returnStock(tx, tell, pieces(rice, 1), "takeBack"))).toEqual(["popular", stock, "availability", page]);
  expect(await tagsOf((tx, tell) => returnStock(tx, tell, pieces(rice, 1), "takeBack"))).toEqual(["popular", stock]);
});

test.each(Object.entries(RESERVATION_MOVES))("%s is refused in all states but one", async (move, { from, to }) => {
  const rice = await addProduct(shop);
  for (const state of RESERVATION_STATES) {
    const orderId = newId();
    await database.db.execute(sql`
      insert into reservation (order_id, product_id, user_id, quantity, state) values (${orderId}, ${rice}, ${userId}, 1, ${state})`);
    const changed = changeReservation(database.db, orderId, move as ReservationMove); // Object.entries forgets the keys
    if (state === from) expect(await changed).toEqual(pieces(rice, 1));
    else await expect(changed).rejects.toThrow(`is not ${from}`);
    const { rows } = await database.db.execute(sql`select state from reservation where order_id = ${orderId}`);
    expect(rows).toEqual([{ state: state === from ? to : state }]);
  }
});
