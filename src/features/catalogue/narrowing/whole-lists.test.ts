import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { searchProducts } from "../../search/contract.ts";
import type { Product } from "../contract.ts";
import type { Narrowing } from "./rules.ts";
import { MOST_BESTSELLERS } from "./whole-lists.ts";

const { shop, call } = await openTestShop();
const { db } = shop.database;
const read = async (narrowing: Narrowing, page = 1) => (await call(searchProducts, { search: "", ...narrowing, page, limit: 10 })).body;
const idsOf = ({ data }: { data: Product[] }) => data.map(({ _id }) => _id);
const idOf = (number: number) => String(number).padStart(32, "0");

/** Those that sold first, in the order of their numbers. The last ones are the newest and on offer, and sold least. */
const fill = (from: number, to: number) =>
  db.execute(sql`
    insert into product (id, name, stock, price_cents, sold, discount_hundredths, brand)
    select lpad(n::text, 32, '0'), 'Pin no ' || n, 5, 300, case when n <= ${MOST_BESTSELLERS} then 1 else 0 end,
      case when n <= ${MOST_BESTSELLERS} then 0 else 9000 end, 'Pins'
    from generate_series(${from}::int, ${to}::int) n`);

test("a list of bestsellers says when the shop has more products, and sorted by newest it has all of them", async () => {
  await fill(1, MOST_BESTSELLERS);
  const all = await read({});
  expect(all).toMatchObject({ totalCount: MOST_BESTSELLERS, totalPage: MOST_BESTSELLERS / 10 });
  expect(all).not.toHaveProperty("among");

  await fill(MOST_BESTSELLERS + 1, MOST_BESTSELLERS + 15);
  shop.invalidations.publish(["*"]);
  shop.cache.invalidate(["*"]);
  const total = MOST_BESTSELLERS + 15;
  for (const narrowing of [{}, { brand: ["Pins"] }, { sort: "price" } as const]) {
    expect(await read(narrowing)).toMatchObject({ totalCount: MOST_BESTSELLERS, among: MOST_BESTSELLERS });
  }
  expect(idsOf(await read({}, MOST_BESTSELLERS / 10)).at(-1)).toBe(idOf(MOST_BESTSELLERS));

  const newest = await read({ sort: "new" });
  expect(newest).toMatchObject({ totalCount: total, totalPage: Math.ceil(total / 10) });
  expect(newest).not.toHaveProperty("among");
  expect(idsOf(newest)[0]).toBe(idOf(total));
  expect(idsOf(await read({ sort: "new" }, newest.totalPage))).toEqual([5, 4, 3, 2, 1].map(idOf));

  const offers = await read({ offer: true });
  expect(offers).toMatchObject({ totalCount: 15 });
  expect(offers).not.toHaveProperty("among");
});
