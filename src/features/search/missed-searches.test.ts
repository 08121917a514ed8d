import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { addProduct } from "../../../tests/support/goods.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { searchProducts } from "./contract.ts";
import { MissedSearches, wholeTexts } from "./missed-searches.ts";
import { addMissed, deleteOldMissed, MAX_PER_DAY, readMissed } from "./missed-store.ts";

const shop = await openTestShop();
const { db } = shop.shop.database;
const rows = async () => {
  const all = await readMissed(db, { timeZone: "UTC", days: 90, limit: MAX_PER_DAY });
  return Object.fromEntries(all.map(({ text, count }) => [text, count]));
};

beforeEach(async () => {
  await db.execute(sql`truncate missed_search`);
});

test("a search without results is counted without delaying the response", async () => {
  const own = await openTestShop();
  await addProduct(own, { name: "Green apples" });
  const search = async (text: string, page = 1) => expect((await own.call(searchProducts, { search: text, page })).status).toBe(200);
  for (const text of ["Xylophone", " xylophone ", "xylophone", "", "   "]) await search(text);
  await search("xylophone", 2);
  const read = () => readMissed(own.shop.database.db, { timeZone: "UTC", days: 1, limit: 10 });
  expect(await read()).toEqual([]);
  const { pool } = own.shop.database;
  await own.app.close(); // closing writes what is waiting
  expect((await pool.query("select text, count from missed_search")).rows).toEqual([{ text: "xylophone", count: 3 }]);
});

test("a query typed letter by letter is counted once, as a whole", () => {
  const typed = new Map([["du", 1], ["dur", 1], ["durian", 2], ["duck", 1], ["te", 1], ["tea", 1]]); // prettier-ignore
  expect([...wholeTexts(typed)]).toEqual([["duck", 1], ["durian", 2], ["tea", 1]]); // prettier-ignore
});

test("queries that are too long or look like personal data are not recorded", async () => {
  const missed = new MissedSearches(shop.shop);
  for (const text of ["ana@shop.example", "+51 999 888 777", "4111 1111 1111 1111", "x".repeat(61), "q", "7 up  Café"]) missed.note(text);
  await missed.close();
  expect(await rows()).toEqual({ "7 up cafe": 1 });
});

test("up to 500 different queries wait in memory; known ones are still counted beyond that", async () => {
  const missed = new MissedSearches(shop.shop);
  for (let n = 0; n < 700; n++) missed.note(`text ${String(n).padStart(3, "0")}`);
  missed.note("text 000");
  await missed.close();
  const counted = await rows();
  expect(Object.keys(counted)).toHaveLength(500);
  expect(counted["text 000"]).toBe(2);
});

test(`up to ${MAX_PER_DAY} different queries are recorded a day; known ones are still counted beyond that`, async () => {
  await addMissed(db, new Map(Array.from({ length: MAX_PER_DAY - 1 }, (_, n) => [`a${n}`, 1])), "UTC");
  await addMissed(db, new Map([["a0", 2], ["seldom", 1], ["often", 9]]), "UTC"); // prettier-ignore
  const counted = await rows();
  expect(Object.keys(counted)).toHaveLength(MAX_PER_DAY);
  expect([counted["a0"], counted["often"], counted["seldom"]]).toEqual([3, 9, undefined]);
});

test("counts written concurrently by several processes add up", async () => {
  await Promise.all(Array.from({ length: 8 }, () => shop.shop.database.transact(({ tx }) => addMissed(tx, new Map([["teff", 1], ["durian", 1]]), "UTC")))); // prettier-ignore
  expect(await rows()).toEqual({ teff: 8, durian: 8 });
});

test("several processes share the limit per day", async () => {
  const counts = ["a", "b", "c", "d"].map((name) => new Map(Array.from({ length: 900 }, (_, n) => [`${name}${n}`, 1])));
  await Promise.all(counts.map((some) => shop.shop.database.transact(({ tx }) => addMissed(tx, some, "UTC"))));
  expect((await db.execute(sql`select count(*)::int as count from missed_search`)).rows).toEqual([{ count: MAX_PER_DAY }]);
});

test("searches are deleted after 90 days, in batches", async () => {
  await db.execute(sql`insert into missed_search select current_date - n, 'teff', 1 from generate_series(88, 93) n`);
  await deleteOldMissed(db, shop.shop.config, 2);
  expect((await db.execute(sql`select min(current_date - day) as least, max(current_date - day) as most from missed_search`)).rows).toEqual(
    [{ least: 88, most: 90 }],
  );
});

test("while the database is down, counts are lost but nothing fails", async () => {
  const missed = new MissedSearches({
    ...shop.shop,
    database: {
      ...shop.shop.database,
      transact: () => Promise.reject(Object.assign(new Error("gone"), { code: "57P01" })),
    },
  });
  missed.note("durian");
  await expect(missed.close()).resolves.toBeUndefined();
});
