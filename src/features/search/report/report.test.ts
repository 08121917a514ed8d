import { sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { makeAdmin } from "../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { countSearch, exportSearches, searchReport } from "./contract.ts";
import { SearchCounts } from "./search-counts.ts";
import { addCounts, forgetSearches, MOST_PER_DAY } from "./store.ts";

const tested = await openTestShop({ RATE_LIMIT: "on" });
const { shop, app, call } = tested;
const { db } = shop.database;
const { token } = await makeAdmin(tested);
const { timeZone } = await shop.identity();

const report = async (days = 30) => (await call(searchReport, { days }, { token })).body.data;
const one = (counts: Partial<Record<"found" | "missed" | "clicked" | "added" | "bought", number>>) => ({
  found: 0,
  missed: 0,
  clicked: 0,
  added: 0,
  bought: 0,
  ...counts,
});

beforeEach(async () => {
  await db.execute(sql`truncate search_count`);
});

test("what became of searches is counted in memory, and written in one statement", async () => {
  const counts = new SearchCounts(shop);
  for (let n = 0; n < 4; n++) counts.note(n % 2 ? "Café  molido" : "cafe molido", "found");
  counts.note("cafe molido", "clicked");
  counts.note("cafe molido", "added");
  counts.note("cafe molido", "bought");
  for (let n = 0; n < 3; n++) counts.note("durian", "missed");
  const asked = vi.spyOn(shop.database.pool, "query");
  await counts.close();
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockRestore();
  const { days, top, missed, unclicked } = await report();
  expect(days).toEqual([{ day: expect.any(String), searched: 7, found: 4, clicked: 1, added: 1, bought: 1 }]);
  expect(top).toEqual([
    { text: "cafe molido", searched: 4, found: 4, clicked: 1, added: 1, bought: 1 },
    { text: "durian", searched: 3, found: 0, clicked: 0, added: 0, bought: 0 },
  ]);
  expect([missed, unclicked]).toEqual([[top[1]], []]);
});

test("anyone's browser may count, without a login, and a count says nothing about who", async () => {
  expect((await call(countSearch, { search: "honey", event: "found" })).status).toBe(200);
  expect((await call(countSearch, { search: "honey", event: "eaten" } as never)).status).toBe(400);
  expect((await call(countSearch, { search: "", event: "found" })).body.message).toMatch(/^search /);
  const { rows } = await db.execute(sql`select column_name from information_schema.columns where table_name = 'search_count' order by 1`);
  expect(rows.map(({ column_name }) => column_name)).toEqual(["added", "bought", "clicked", "day", "found", "missed", "text"]);
});

test("a network's counts are limited, without telling it", async () => {
  const own = await openTestShop({ RATE_LIMIT: "on" });
  for (let n = 0; n < 200; n++) expect((await own.call(countSearch, { search: "flood", event: "found" })).status).toBe(200);
  await own.app.close();
  const { rows } = await own.shop.database.pool.query<{ found: number }>("select found from search_count");
  expect(rows[0]!.found).toBeLessThan(160);
});

test("personal data is not recorded, and rare searches are not listed", async () => {
  const counts = new SearchCounts(shop);
  for (const text of ["ana@shop.example", "+51 999 888 777", "x".repeat(61), "q"]) for (let n = 0; n < 5; n++) counts.note(text, "found");
  for (let n = 0; n < 2; n++) counts.note("gift for ana torres", "found");
  for (let n = 0; n < 3; n++) counts.note("gift", "found");
  await counts.close();
  const { days, top } = await report();
  expect(top.map(({ text }: { text: string }) => text)).toEqual(["gift"]);
  expect(days[0].searched).toBe(5);
  const csv = (await app.inject({ url: `${exportSearches.path}?days=30`, headers: { authorization: `Bearer ${token}` } })).body;
  expect(csv).toBe("\uFEFFsearch,searched,found,opened,added,bought\r\ngift,3,3,0,0,0\r\n");
});

test("rare searches are added up after 30 days, and everything is deleted after a year", async () => {
  await db.execute(sql`
    insert into search_count select current_date - n, text, found, 1, 1, 0
    from (values (29), (31), (364), (366)) d (n), (values ('rare one', 0), ('rare two', 1), ('often', 9)) t (text, found)`);
  await forgetSearches(db);
  await forgetSearches(db);
  const { rows } = await db.execute(sql`
    select current_date - day as age, text, found, missed from search_count order by age, text`);
  expect(rows).toEqual([
    { age: 29, text: "often", found: 9, missed: 1 },
    { age: 29, text: "rare one", found: 0, missed: 1 },
    { age: 29, text: "rare two", found: 1, missed: 1 },
    { age: 31, text: "", found: 1, missed: 2 },
    { age: 31, text: "often", found: 9, missed: 1 },
    { age: 364, text: "", found: 1, missed: 2 },
    { age: 364, text: "often", found: 9, missed: 1 },
  ]);
  expect((await report(365)).top.map(({ text }: { text: string }) => text)).toEqual(
    ["often", "rare one", "rare two"].filter((text) => text === "often"),
  );
});

test("what the version before counted is deleted after 90 days", async () => {
  await db.execute(sql`insert into missed_search select current_date - n, 'teff', 1 from generate_series(88, 93) n`);
  await forgetSearches(db);
  expect((await db.execute(sql`select max(current_date - day) as oldest from missed_search`)).rows).toEqual([{ oldest: 90 }]);
});

test("the report covers the chosen days, up to today in the shop's time zone", async () => {
  await db.execute(sql`
    insert into search_count select (now() at time zone ${timeZone})::date - n, 'teff', 5, 0, 0, 0 from unnest(array[0, 6, 7, 29, 30]) n`);
  expect((await report(7)).top[0].searched).toBe(10);
  expect((await report(30)).days).toHaveLength(4);
  expect((await call(searchReport, { days: 8 }, { token })).body.message).toBe("days must be one of 7, 30, 90, 365");
  expect((await call(searchReport, { days: 7 })).status).toBe(401);
});

test("a day counts a limited number of different searches; known ones are still counted", async () => {
  await db.execute(sql`
    insert into search_count select (now() at time zone ${timeZone})::date, 'a' || n, 1, 0, 0, 0 from generate_series(1, ${MOST_PER_DAY}::int) n`);
  await addCounts(db, new Map([["a1", one({ found: 2 })], ["new", one({ found: 9 })]]), timeZone); // prettier-ignore
  const { rows } = await db.execute(sql`select text, found from search_count where text in ('a1', 'new')`);
  expect(rows).toEqual([{ text: "a1", found: 3 }]);
});

test("counts written by several processes at once add up", async () => {
  const some = new Map(["teff", "durian", "oats"].map((text) => [text, one({ found: 1 })]));
  await Promise.all(Array.from({ length: 8 }, () => addCounts(db, some, timeZone)));
  expect((await report()).top.map(({ searched }: { searched: number }) => searched)).toEqual([8, 8, 8]);
});
