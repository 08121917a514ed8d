import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import type { Product } from "../catalogue/contract.ts";
import { searchProducts } from "./contract.ts";
import { loadDemo } from "../catalogue/demo/load-demo.ts";

const { shop, call } = await openTestShop();
await loadDemo(shop.database);

const names = async (search: string): Promise<string[]> =>
  ((await call(searchProducts, { search })).body.data as Product[]).map(({ name }) => name.toLowerCase());

test.each([
  ["car air freshener", /freshener/],
  ["natural coconut oil", /natural coconut oil/],
  ["luxury leather wallet", /leather wallet/],
  ["bike water bottle holder", /bottle (holder|cage)/],
  ["car seat covers", /seat cover/],
  ["organic shea butter", /organic shea butter/],
  ["designer sunglasses", /sunglasses/],
  ["bike phone mount", /phone mount/],
  ["car phone charger", /charger/],
  ["natural essential oils", /essential oil/],
  ["luxury silk scarf", /silk scarf/],
  ["bike helmet", /helmet/],
])("SRCH-5 the demo catalogue has products for: %s", async (phrase, first) => {
  expect((await names(phrase))[0]).toMatch(first);
});

test("API-21 an empty search returns popular products", async () => {
  const { body } = await call(searchProducts, {});
  const { rows } = await shop.database.db.execute<{ count: number }>(
    sql`select count(*)::int as count from product where deleted_at is null and not hidden`,
  );
  expect(body).toMatchObject({ success: true, page: 1, totalCount: rows[0]!.count, totalPage: Math.ceil(rows[0]!.count / 12) });
  expect(body.data).toHaveLength(12);
});

test("of two words as close, the one that sounds alike is meant", async () => {
  expect((await call(searchProducts, { search: "milc" })).body.corrected).toBe("milk"); // not the brand Matterhill Mills
});

test.each([
  ["beens", "beans"],
  ["coffe beens", "coffee beans"],
])("a misspelled word is corrected though a description has a form of “to be” that is as short: %s", async (typed, meant) => {
  expect((await call(searchProducts, { search: typed })).body.corrected).toBe(meant);
});

test("a misspelled search has the products, counts and order of the words it was read as", async () => {
  for (const spoken of ["en", "es"] as const)
    for (const search of ["bred", "choclate", "cofee beens", "oliveoil", "lehce", "zanahorya"]) {
      const ask = async (text: string, more: object) => (await call(searchProducts, { search: text, ...more }, { spoken })).body;
      const { corrected } = await ask(search, {});
      expect(corrected, search).toBeTruthy();
      for (const more of [
        {},
        { page: 2 },
        { limit: 50, choices: true as const },
        { sort: "price" as const, choices: true as const },
        { stock: true, price: "2-10" },
        { brand: ["Nobody"], choices: true as const },
      ]) {
        const meant = await ask(corrected, more);
        expect(await ask(search, more), `${search} ${JSON.stringify(more)}`).toEqual({ ...meant, corrected });
      }
    }
});
