import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { addProduct } from "../../../tests/support/goods.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { searchProducts } from "./contract.ts";
import { MissedSearches, wholeTexts } from "./missed-searches.ts";
import { addMissed, deleteOldMissed, MOST_A_DAY, readMissed } from "./missed-store.ts";

const shop = await openTestShop();
const { db } = shop.shop.database;
const rows = async () => {
  const all = await readMissed(db, { timeZone: "UTC", days: 90, limit: MOST_A_DAY });
  return Object.fromEntries(all.map(({ text, count }) => [text, count]));
};

beforeEach(async () => {
  await db.execute(sql`truncate missed_search`);
});

test("each search that finds nothing is counted, though nobody waits for it to be written", async () => {
  const own = await openTestShop();
  await addProduct(own, { name: "Green apples" });
  const search = async (text: string, page = 1) => expect((await own.call(searchProducts, { search: text, page })).status).toBe(200);
  for (const text of ["Xylophone", " xylophone ", "xylophone", "", "   "]) await search(text);
  await search("xylophone", 2);
  const read = () => readMissed(own.shop.database.db, { timeZone: "UTC", days: 1, limit: 10 });
  expect(await read()).toEqual([]);
  const { pool } = own.shop.database;
  await own.app.close(); // what waits is written when the shop ends
  expect((await pool.query("select text, count from missed_search")).rows).toEqual([{ text: "xylophone", count: 3 }]);
});

test("of a text typed letter by letter only the whole one is counted", () => {
  const typed = new Map([["du", 1], ["dur", 1], ["durian", 2], ["duck", 1], ["te", 1], ["tea", 1]]); // prettier-ignore
  expect([...wholeTexts(typed)]).toEqual([["duck", 1], ["durian", 2], ["tea", 1]]); // prettier-ignore
});

test("what may be an address or a number of a person is not kept, nor what is too long", async () => {
  const missed = new MissedSearches(shop.shop);
  for (const text of ["ana@shop.example", "+51 999 888 777", "4111 1111 1111 1111", "x".repeat(61), "q", "7 up  Café"]) missed.note(text);
  await missed.close();
  expect(await rows()).toEqual({ "7 up cafe": 1 });
});

test("no more than 500 different texts wait in memory, and known ones go on counting", async () => {
  const missed = new MissedSearches(shop.shop);
  for (let n = 0; n < 700; n++) missed.note(`text ${String(n).padStart(3, "0")}`);
  missed.note("text 000");
  await missed.close();
  const counted = await rows();
  expect(Object.keys(counted)).toHaveLength(500);
  expect(counted["text 000"]).toBe(2);
});

test(`a day holds ${MOST_A_DAY} texts at most; those that it holds go on counting`, async () => {
  await addMissed(db, new Map(Array.from({ length: MOST_A_DAY - 1 }, (_, n) => [`a${n}`, 1])), "UTC");
  await addMissed(db, new Map([["a0", 2], ["seldom", 1], ["often", 9]]), "UTC"); // prettier-ignore
  const counted = await rows();
  expect(Object.keys(counted)).toHaveLength(MOST_A_DAY);
  expect([counted["a0"], counted["often"], counted["seldom"]]).toEqual([3, 9, undefined]);
});

test("counts of two processes at the same moment add up", async () => {
  await Promise.all(Array.from({ length: 8 }, () => addMissed(db, new Map([["teff", 1], ["durian", 1]]), "UTC"))); // prettier-ignore
  expect(await rows()).toEqual({ teff: 8, durian: 8 });
});

test("they are kept for 90 days", async () => {
  await db.execute(sql`insert into missed_search select current_date - n, 'teff', 1 from generate_series(88, 93) n`);
  await deleteOldMissed(db, { shop: shop.shop.config.shop });
  expect((await db.execute(sql`select min(current_date - day) as least, max(current_date - day) as most from missed_search`)).rows).toEqual(
    [{ least: 88, most: 90 }],
  );
});

test("while the database is away counts are given up and nothing fails", async () => {
  const missed = new MissedSearches({
    ...shop.shop,
    database: {
      ...shop.shop.database,
      db: { execute: () => Promise.reject(Object.assign(new Error("gone"), { code: "57P01" })) } as never,
    },
  });
  missed.note("durian");
  await expect(missed.close()).resolves.toBeUndefined();
});
