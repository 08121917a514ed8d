import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import type { Product } from "../catalogue/contract.ts";
import { loadDemo } from "../catalogue/demo/load-demo.ts";
import { SORTS } from "../catalogue/narrowing/contract.ts";
import type { Narrowing } from "../catalogue/narrowing/rules.ts";
import { searchProducts } from "./contract.ts";

const { shop, call } = await openTestShop();
await loadDemo(shop.database);

/** All products of a search, page by page, and how many of them come before the others. */
async function readAll(search: string, narrowing: Narrowing) {
  const products: Product[] = [];
  let close: number | undefined;
  for (let page = 1; ; page++) {
    const { body } = await call(searchProducts, { search, page, limit: 5, ...narrowing });
    products.push(...(body.data as Product[]));
    const place = products.findIndex(({ _id }) => _id === body.othersFrom);
    if (body.othersFrom) {
      expect(close, "begins once").toBeUndefined();
      expect(place, "on its own page").toBeGreaterThanOrEqual((page - 1) * 5);
      close = place;
    }
    if (page >= body.totalPage) {
      expect(products).toHaveLength(body.totalCount);
      return { products, names: products.map(({ name }) => name), ids: products.map(({ _id }) => _id), close: close ?? products.length };
    }
  }
}

test.each([
  ["coffee", /coffee/i],
  ["café", /coffee|espresso beans/i],
  ["cofee", /coffee/i],
  ["milk", /milk/i],
  ["rice", /rice/i],
  ["leche", /milk|leche/i],
  ["chocolate", /chocolate/i],
  ["olive oil", /olive oil/i],
])("sorted by price, %s has the thing itself first, then what only mentions it", async (search, thing) => {
  const { names, close } = await readAll(search, { sort: "price" });
  expect(close).toBeGreaterThanOrEqual(4);
  expect(close).toBeLessThan(names.length);
  for (const name of names.slice(0, close)) expect(name).toMatch(thing);
});

const paid = sql`floor((p.price_cents * (10000 - p.discount_hundredths)::bigint * 2 + 10000) / 20000)`;
const ORDERS = {
  price: sql`${paid}, p.id`,
  discount: sql`p.discount_hundredths desc, p.id`,
  new: sql`p.id desc`,
  name: sql`lower(p.name) collate "C", p.id`,
};

test("however a search is sorted and narrowed, it has the same products, the same close ones first, and both in that order", async () => {
  for (const [search, narrowing] of [
    ["coffee", {}],
    ["leche", { price: "3-" }],
    ["bred", {}],
    ["dark chocolate", { stock: true }],
    ["rice", { detail: ["Diet:Vegan"] }],
  ] as const satisfies [string, Narrowing][]) {
    const matching = await readAll(search, narrowing);
    expect(matching.close, "best match needs no division").toBe(matching.ids.length);
    const { ids, close } = await readAll(search, { ...narrowing, sort: "price" });
    for (const sort of SORTS) {
      const sorted = await readAll(search, { ...narrowing, sort });
      const said = `${search} by ${sort}`;
      expect(sorted.ids.toSorted(), said).toEqual(matching.ids.toSorted());
      expect(sorted.ids.slice(0, sorted.close).toSorted(), said).toEqual(ids.slice(0, close).toSorted());
      if (sort === "unit-price") continue; // compares only products of the same measure
      for (const part of [sorted.ids.slice(0, close), sorted.ids.slice(close)]) {
        const { rows } = await shop.database.db.execute<{ id: string }>(
          sql`select id from product p where id = any(${sql.param(part)}::text[]) order by ${ORDERS[sort]}`,
        );
        expect(part, said).toEqual(rows.map(({ id }) => id));
      }
    }
  }
});

test("a search for nothing, and one whose filters leave no close match, are not divided", async () => {
  expect((await readAll("", { sort: "price", brand: ["Brightfold"] })).close).toBeGreaterThan(0);
  const { body } = await call(searchProducts, { search: "coffee", sort: "price", price: "-1.99" });
  expect(body).toMatchObject({ totalCount: 1, data: [{ name: "Still spring water" }] });
  expect(body.othersFrom).toBeUndefined();
});

test("a sorted search that is cached says the same as one that is not", async () => {
  const bodies = [];
  for (let time = 0; time < 3; time++) {
    if (time === 2) shop.cache.invalidate(["*"]);
    bodies.push((await call(searchProducts, { search: "coffee", sort: "price" })).body);
  }
  expect(bodies[1]).toEqual(bodies[0]);
  expect(bodies[2]).toEqual(bodies[0]);
});
