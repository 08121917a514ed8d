import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { addProduct, addShelf } from "../../../../../tests/support/goods.ts";
import { randomNumbers } from "../../../../../tests/support/random-numbers.ts";
import { openTestShop } from "../../../../../tests/support/test-shop.ts";
import { foldTally } from "../../tally.ts";
import { ADMIN_SORTS, type AdminSort } from "./contract.ts";
import { ODD_PRICES } from "./rules.ts";
import { readFoundIds, type ProductFilter } from "./store.ts";

const shop = await openTestShop();
const { db } = shop.shop.database;
const random = randomNumbers(5);

const ids: string[] = [];
for (let n = 0; n < 200; n++) {
  const price = random(20) === 0 ? 2000 : 1 + random(30);
  const costCents = random(8) === 0 ? price * 100 + 1 : null;
  const image = random(4) === 0 ? [] : ["/demo/apple.webp"];
  const id = await addProduct(shop, {
    name: `Product ${random(50)}`,
    price,
    costCents,
    image,
    stock: random(3) * 5,
    sold: random(9),
    hidden: random(6) === 0,
    discount: random(10) === 0 ? 80 : 0,
    deletedAt: random(15) === 0 ? new Date() : null,
  });
  ids.push(id);
}
const large = await addShelf(shop, ids.slice(0, 150));
const small = await addShelf(shop, ids.slice(140, 160));

const isOdd = (p: Row, seesCosts: boolean) =>
  p.paid < ODD_PRICES.paidCentsBelow ||
  p.price >= ODD_PRICES.priceCentsFrom ||
  p.discount >= ODD_PRICES.discountHundredthsFrom ||
  (seesCosts && p.cost !== null && p.paid < p.cost);

interface Row extends Record<string, unknown> {
  id: string;
  name: string;
  paid: number;
  price: number;
  cost: number | null;
  discount: number;
  stock: number;
  sold: number;
  hidden: boolean;
  pictures: number;
  changed: string;
  shelves: string[];
}

const readRows = async () =>
  (
    await db.execute<Row>(sql`
      select id, lower(name) as name, paid_cents as paid, price_cents as price, cost_cents as cost, discount_hundredths as discount, stock, sold,
        hidden, cardinality(image) as pictures, updated_at::text as changed,
        array(select category_id from product_category where product_id = p.id
          union select sub_category_id from product_sub_category where product_id = p.id) as shelves
      from product p where deleted_at is null`)
  ).rows;

const fits = (filter: ProductFilter) => (row: Row) =>
  (!filter.shelf || row.shelves.includes(filter.shelf)) &&
  (filter.stock !== "in" || row.stock > 0) &&
  (filter.stock !== "out" || row.stock === 0) &&
  (filter.stock !== "low" || (row.stock <= filter.lowStock && !row.hidden)) &&
  (!filter.picture || row.pictures === 0) &&
  (!filter.price || isOdd(row, filter.seesCosts)) &&
  (filter.hidden === undefined || row.hidden === filter.hidden) &&
  (!filter.ids || filter.ids.includes(row.id));

const by = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
const ORDERS: Record<AdminSort | "usual", (a: Row, b: Row) => number> = {
  usual: (a, b) => by(b.id, a.id),
  changed: (a, b) => by(b.changed, a.changed) || by(b.id, a.id),
  name: (a, b) => by(a.name, b.name) || by(a.id, b.id),
  price: (a, b) => by(a.paid, b.paid) || by(a.id, b.id),
  "price-down": (a, b) => by(b.paid, a.paid) || by(b.id, a.id),
  stock: (a, b) => by(a.stock, b.stock) || by(b.sold, a.sold) || by(a.id, b.id),
  "stock-down": (a, b) => by(b.stock, a.stock) || by(a.sold, b.sold) || by(b.id, a.id),
  sold: (a, b) => by(b.sold, a.sold) || by(Number(b.stock > 0), Number(a.stock > 0)) || by(a.id, b.id),
};

/** Every combination of filters. Each sort gets a fifth of them. */
const FILTERS: ProductFilter[] = [undefined, large.categoryId, large.subCategoryId, small.subCategoryId].flatMap((shelf) =>
  ([undefined, "in", "out", "low"] as const).flatMap((stock) =>
    ([undefined, "none"] as const).flatMap((picture) =>
      ([undefined, "odd"] as const).flatMap((price) =>
        [undefined, true, false].flatMap((hidden) =>
          [undefined, ids.slice(20, 160)].flatMap((some) =>
            // Costs matter only to the prices that look odd.
            (price ? [true, false] : [true]).map((seesCosts) => ({
              ...{ search: "", lowStock: 5, shelf, stock, picture, price, hidden },
              ids: some,
              seesCosts,
            })),
          ),
        ),
      ),
    ),
  ),
);

const PAGES = [
  { page: 1, limit: 5 },
  { page: 3, limit: 7 },
];

test.each([undefined, ...ADMIN_SORTS].map((sort, place) => ({ sort, place })))(
  "every filter finds and counts what fits, sorted by $sort",
  async ({ sort, place }) => {
    const rows = await readRows();
    for (const filter of FILTERS.filter((_, n) => n % 5 === place % 5)) {
      const fitting = rows.filter(fits(filter)).toSorted(ORDERS[sort ?? "usual"]);
      const found = await Promise.all(PAGES.map((page) => readFoundIds(db, { ...filter, sort }, null, page)));
      const expected = PAGES.map(({ page, limit }) => ({
        ids: fitting.slice((page - 1) * limit, page * limit).map(({ id }) => id),
        total: fitting.length,
        isCut: false,
      }));
      expect({ ...filter, found }).toEqual({ ...filter, found: expected });
    }
  },
);

test("products without pictures are counted after every kind of change", async () => {
  const filter = { search: "", lowStock: 5, picture: "none", seesCosts: true } as const;
  const compare = async () => {
    const { total } = await readFoundIds(db, filter, null, { page: 1, limit: 1 });
    const { rows } = await db.execute(sql`select count(*)::int as total from product where cardinality(image) = 0 and deleted_at is null`);
    expect(rows).toEqual([{ total }]);
  };
  for (const change of [
    sql`update product set image = '{}' where id = any(${sql.param(ids.slice(0, 30))}::text[])`,
    sql`update product set image = '{/demo/apple.webp}' where id = any(${sql.param(ids.slice(0, 10))}::text[])`,
    sql`update product set deleted_at = now() where id = any(${sql.param(ids.slice(5, 25))}::text[])`,
    sql`update product set deleted_at = null, image = '{}' where id = any(${sql.param(ids.slice(20, 40))}::text[])`,
    sql`delete from product where id in (select id from product p where not exists (select from product_category where product_id = p.id) limit 20)`,
  ]) {
    await db.execute(change);
    await compare();
  }
  await addProduct(shop, { image: [] });
  await compare();
  await foldTally(db);
  await compare();
  await db.execute(sql`truncate product cascade`);
  await compare();
});

test("the index of odd prices has the limits of the rule", async () => {
  const { rows } = await db.execute<{ def: string }>(
    sql`select indexdef as def from pg_indexes where indexname = 'product_with_odd_price'`,
  );
  const numbers = [...rows[0]!.def.matchAll(/[<>]=? (\d+)/g)].map(([, number]) => Number(number));
  expect(numbers).toEqual([ODD_PRICES.paidCentsBelow, ODD_PRICES.priceCentsFrom, ODD_PRICES.discountHundredthsFrom]);
});
