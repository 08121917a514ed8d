import { sql, type SQL } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { makeAdmin } from "../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { searchProducts } from "../../search/contract.ts";
import { updateProduct } from "../admin/contract.ts";
import { listing, productDetails, type Product } from "../contract.ts";
import { loadDemo } from "../demo/load-demo.ts";
import { foldTally, forSaleCount } from "../tally.ts";
import { takeStock } from "../../../../tests/support/take-stock.ts";
import { SORTS, type Choices } from "./contract.ts";
import { changeNarrowing, readNarrowing } from "./settings/contract.ts";
import { PRICE_RANGES, type Narrowing } from "./rules.ts";
import { readPriceRange } from "#shared/price-range.ts";

const { shop, call } = await openTestShop();
const { db } = shop.database;
await loadDemo(shop.database);
await db.execute(sql`
  update product set stock = 0 where id in (select id from product where name not like 'Granny Smith%' order by md5(id) limit 90)`);
await db.execute(sql`update product set popularity = length(name)`);

const { rows: shelves } = await db.execute<{ categoryId: string; subCategoryId: string; name: string }>(sql`
  select l.category_id as "categoryId", l.sub_category_id as "subCategoryId", s.name
  from sub_category_category l join sub_category s on s.id = l.sub_category_id order by s.name`);
const shelf = (name: string) => {
  const { categoryId, subCategoryId } = shelves.find((one) => one.name === name)!;
  return { categoryId, subCategoryId };
};

/** The products of a shelf that fit, by a plain statement. */
async function expected({ categoryId, subCategoryId }: { categoryId: string; subCategoryId: string }, where: SQL, order = sql`p.id`) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select p.id from product p
    where p.id in (select product_id from product_category where category_id = ${categoryId})
      and p.id in (select product_id from product_sub_category where sub_category_id = ${subCategoryId})
      and p.deleted_at is null and ${where} order by ${order}`);
  return rows.map(({ id }) => id);
}

const paid = sql`floor((p.price_cents * (10000 - p.discount_hundredths)::bigint * 2 + 10000) / 20000)`;
/** A narrowing as a plain condition, leaving out one filter. */
function plainly({ brand, price, offer, stock, detail }: Narrowing, ignoring?: string): SQL {
  const range = price ? readPriceRange(price)! : null;
  const byName = Map.groupBy(detail ?? [], (one) => one.split(":")[0]!);
  const parts = [
    sql`true`,
    ...(brand && ignoring !== "brand" ? [sql`p.brand in ${brand}`] : []),
    ...(range && ignoring !== "price" ? [sql`${paid} >= ${range.from ?? 0} and ${paid} <= ${range.to ?? 99_999_999}`] : []),
    ...(offer && ignoring !== "offer" ? [sql`p.discount_hundredths <> 0`] : []),
    ...(stock && ignoring !== "stock" ? [sql`p.stock <> 0`] : []),
    ...[...byName].flatMap(([name, wanted]) => (ignoring === name ? [] : [sql`(${sql.join(wanted.map(hasDetail), sql` or `)})`])),
  ];
  return sql.join(parts, sql` and `);
}
const hasDetail = (detail: string) => {
  const [name, value] = detail.split(":");
  return sql`', ' || coalesce(p.more_details ->> ${name!}::text, '') || ',' like ${`%, ${value},%`}`;
};

const NARROWINGS: Narrowing[] = [
  {},
  { offer: true },
  { stock: true, price: "2-10" },
  { price: "-4.99", sort: "unit-price" },
  { detail: ["Diet:Vegan"], sort: "price" },
  { detail: ["Diet:Vegan", "Diet:Vegetarian", "Origin:USA"], offer: true, stock: true },
  { brand: ["Brightfold", "Pepperwick", "Butterlark"], price: "3-", sort: "discount" },
];

interface Row {
  brand: string;
  paid: number;
  discount: number;
  stock: number;
  details: Record<string, string>;
}

const tally = (values: string[]) =>
  Object.fromEntries([...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length]));

const rangeOf = (cents: number) =>
  PRICE_RANGES.find((range) => {
    const { from, to } = readPriceRange(range)!;
    return cents >= (from ?? 0) && cents <= (to ?? Infinity);
  })!;

/** All that these products can be narrowed by: read by plain statements, and counted here. */
async function choicesAmong(among: SQL, narrowing: Narrowing) {
  const rowsBut = async (filter: string) =>
    (
      await db.execute<Row & Record<string, unknown>>(sql`
        select p.brand, ${paid}::int as paid, p.discount_hundredths as discount, p.stock, p.more_details as details
        from product p where p.deleted_at is null and ${among} and ${plainly(narrowing, filter)}`)
    ).rows;
  const valuesOf = async (name: string) => {
    const values = (await rowsBut(name)).flatMap(({ details }) => [...new Set((details[name] ?? "").split(/, ?/))]);
    return tally(values.filter((value) => value !== "" && value.length <= 40));
  };
  return {
    brand: tally((await rowsBut("brand")).flatMap(({ brand }) => brand || [])),
    price: tally((await rowsBut("price")).map((row) => rangeOf(row.paid))),
    offer: (await rowsBut("offer")).filter(({ discount }) => discount > 0).length,
    stock: (await rowsBut("stock")).filter(({ stock }) => stock > 0).length,
    detail: { Diet: await valuesOf("Diet"), Origin: await valuesOf("Origin") },
  };
}

const countsOf = (values: readonly { value: string; count: number }[]) =>
  Object.fromEntries(values.flatMap(({ value, count }) => (count > 0 ? [[value, count]] : [])));

/** What a response says that a list can be narrowed by. Chosen values are there even if they leave nothing. */
const choicesIn = ({ brand, price, offer, stock, detail }: Choices) => ({
  brand: countsOf(brand),
  price: countsOf(price),
  offer,
  stock,
  detail: Object.fromEntries(detail.map(({ name, values }) => [name, countsOf(values)])),
});

const liesOn = ({ categoryId, subCategoryId }: { categoryId: string; subCategoryId: string }) => sql`
  p.id in (select product_id from product_category where category_id = ${categoryId})
  and p.id in (select product_id from product_sub_category where sub_category_id = ${subCategoryId})`;

test("the choices are all there are and their counts those of plain SQL, over all shelves of the demo catalogue", async () => {
  let choicesSeen = 0;
  for (const [n, where] of shelves.entries()) {
    for (const narrowing of new Set([NARROWINGS[0]!, NARROWINGS[n % NARROWINGS.length]!])) {
      const { body } = await call(listing, { ...where, ...narrowing, choices: true });
      const said = JSON.stringify([where.name, narrowing]);
      expect(body.totalCount, said).toBe((await expected(where, plainly(narrowing))).length);
      expect(choicesIn(body.choices), said).toEqual(await choicesAmong(liesOn(where), narrowing));
      const { brand, price, detail } = body.choices as Choices;
      choicesSeen += brand.length + price.length + detail.flatMap(({ values }) => values).length;
    }
  }
  expect(choicesSeen).toBeGreaterThan(1500);
}, 120_000);

const ORDERS = {
  price: sql`${paid}, p.id`,
  "unit-price": sql`p.unit_measure = 'none', ${paid} / p.unit_amount, p.id`,
  discount: sql`p.discount_hundredths desc, p.id`,
  new: sql`p.id desc`,
  name: sql`lower(p.name) collate "C", p.id`,
};

test.each([...SORTS, undefined])("pages sorted by %s are the whole list in that order, without gaps or repetition", async (sort) => {
  const where = shelf("Dried Beans & Whole Lentils");
  const seen: string[] = [];
  for (let page = 1; ; page++) {
    const { body } = await call(listing, { ...where, page, limit: 3, stock: true, ...(sort && { sort }) });
    seen.push(...(body.data as Product[]).map(({ _id }) => _id));
    if (page >= body.totalPage) break;
  }
  expect(seen.length).toBeGreaterThan(4);
  expect(seen).toEqual(await expected(where, sql`p.stock > 0`, sort ? ORDERS[sort] : sql`p.popularity desc, p.id`));
});

test("by unit price the most frequent measure comes first, and products without one last", async () => {
  const where = shelf("Dried Beans & Whole Lentils");
  const ids = await expected(where, sql`true`);
  await db.execute(sql`update product set unit_measure = 'ml', unit_amount = 1000000 where id = ${ids[0]}`);
  await db.execute(sql`update product set unit_measure = 'none', unit_amount = null where id = ${ids[1]}`);
  shop.invalidations.publish(["*"]);
  const { body } = await call(listing, { ...where, sort: "unit-price", limit: 50 });
  const sorted = (body.data as Product[]).map(({ _id }) => _id);
  expect(sorted.slice(-2)).toEqual([ids[0], ids[1]]);
});

test("a search is narrowed and counted among what it finds, and a search for nothing among all products", async () => {
  for (const search of ["chocolate", "organic", "rice", "bred", "leche", "clarified butter", ""]) {
    const whole = new Set<string>();
    for (let page = 1; ; page++) {
      const { body } = await call(searchProducts, { search, page, limit: 50 });
      (body.data as Product[]).forEach(({ _id }) => whole.add(_id));
      if (page >= body.totalPage) break;
    }
    const found = search === "" ? sql`true` : sql`p.id = any(${sql.param([...whole])}::text[])`;
    const count = async (where: SQL) =>
      (await db.execute<{ n: number }>(sql`select count(*)::int as n from product p where ${found} and ${where}`)).rows[0]!.n;
    expect(whole.size).toBe(await count(sql`true`));
    for (const narrowing of NARROWINGS) {
      const said = JSON.stringify([search, narrowing]);
      const { body } = await call(searchProducts, { search, ...narrowing, choices: true, limit: 50 });
      expect(body.totalCount, said).toBe(await count(plainly(narrowing)));
      expect(choicesIn(body.choices), said).toEqual(await choicesAmong(found, narrowing));
    }
  }
}, 120_000);

test("a list that only its filters leave empty says how many products it has without them", async () => {
  const none = { brand: ["Nobody"] };
  const where = shelf("Fresh Fruits");
  for (const read of [
    (narrowing: Narrowing) => call(listing, { ...where, ...narrowing }),
    (narrowing: Narrowing) => call(searchProducts, { search: "bred", ...narrowing }),
    (narrowing: Narrowing) => call(searchProducts, { search: "", ...narrowing }),
  ]) {
    const { totalCount } = (await read({})).body;
    expect(totalCount).toBeGreaterThan(0);
    expect((await read({ ...none, sort: "price" })).body).toMatchObject({ totalCount: 0, unfilteredCount: totalCount });
    expect((await read({ sort: "price" })).body.unfilteredCount).toBeUndefined();
  }
  const { body } = await call(searchProducts, { search: "zzqx", ...none });
  expect(body).toMatchObject({ totalCount: 0 });
  expect(body.unfilteredCount).toBeUndefined();
});

test("all offers of the shop are on the page of offers, the biggest first, also those that sell worst", async () => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from product p where deleted_at is null and not hidden and discount_hundredths > 0 order by discount_hundredths desc, id`);
  const seen: string[] = [];
  for (let page = 1; ; page++) {
    const { body } = await call(searchProducts, { search: "", offer: true, sort: "discount", page, limit: 50 });
    seen.push(...(body.data as Product[]).map(({ _id }) => _id));
    if (page >= body.totalPage) break;
  }
  expect(seen).toEqual(rows.map(({ id }) => id));
});

test("a list of many brands can be narrowed by each", async () => {
  const where = shelf("Dried Beans & Whole Lentils");
  await db.execute(sql`
    with made as (
      insert into product (id, name, brand, stock, price_cents)
      select md5('brand ' || n), 'Beans ' || n, 'Brand ' || n, 5, 300 from generate_series(1, 100) n returning id),
    shelved as (insert into product_category (category_id, product_id) select ${where.categoryId}::text, id from made)
    insert into product_sub_category (sub_category_id, product_id) select ${where.subCategoryId}::text, id from made`);
  shop.invalidations.publish(["*"]);
  shop.cache.invalidate(["*"]);
  const { body } = await call(listing, { ...where, choices: true });
  const brands = await choicesAmong(liesOn(where), {});
  expect(Object.keys(brands.brand).length).toBeGreaterThan(100);
  expect(countsOf(body.choices.brand)).toEqual(brands.brand);
});

test("a search without narrowing has the same order with choices and without", async () => {
  const search = "chocolate";
  const ids = async (more: object) => {
    const pages = [1, 2, 3].map((page) => call(searchProducts, { search, page, ...more }));
    return (await Promise.all(pages)).flatMap(({ body }) => (body.data as Product[]).map(({ _id }) => _id));
  };
  expect(await ids({ choices: true })).toEqual(await ids({}));
});

test.each([
  [
    "brand",
    [{ brand: "Acme" }, { brand: [""] }, { brand: ["x".repeat(121)] }, { brand: Array.from({ length: 21 }, () => "x") }, { brand: [5] }],
  ],
  ["price", [{ price: "10-2" }, { price: "-" }, { price: "abc" }, { price: "1-2-3" }, { price: 5 }, { price: "1e5-2" }, { price: ".-." }]],
  ["offer", [{ offer: 1 }, { offer: "true" }]],
  ["stock", [{ stock: "1" }]],
  ["detail", [{ detail: ["Diet"] }, { detail: "Diet:Vegan" }]],
  ["sort", [{ sort: "cheapest" }, { sort: "" }, { sort: ["price"] }]],
  ["choices", [{ choices: "yes" }]],
] as const)("a wrong %s is a 400 that names the field", async (field, wrong) => {
  for (const input of wrong) {
    for (const answer of [call(searchProducts, input as never), call(listing, { ...shelf("Fresh Fruits"), ...(input as object) })]) {
      expect(await answer, JSON.stringify(input)).toMatchObject({ status: 400, body: { message: expect.stringMatching(`^${field}`) } });
    }
  }
});

/** Whether a call that was just made is answered without the database. */
async function isCached(make: () => Promise<unknown>): Promise<boolean> {
  await make();
  const statements = vi.spyOn(db, "execute");
  await make();
  const { length } = statements.mock.calls;
  statements.mockRestore();
  return length === 0;
}

test("odd values find nothing or are ignored, and are never cached", async () => {
  const odd = ["'", '"', "%", "\\", "{}", "null", "\u0000x", "💥", "a,b", ") or true --", "x".repeat(115)];
  for (const value of odd) {
    for (const narrowing of [{ brand: [value] }, { detail: [`Diet:${value}`] }, { detail: [`${value}:x`] }]) {
      for (const make of [
        () => call(searchProducts, { search: "rice", choices: true, ...narrowing }),
        () => call(listing, { ...shelf("Fresh Fruits"), choices: true, ...narrowing }),
      ]) {
        const { status } = await make();
        expect([200, 400], JSON.stringify(narrowing)).toContain(status);
        if (status === 200) expect(await isCached(make), JSON.stringify(narrowing)).toBe(false);
      }
    }
  }
});

test("only common narrowed lists are cached", async () => {
  const where = shelf("Fresh Fruits");
  const make = (narrowing: object) => () => call(listing, { ...where, ...narrowing });
  const brand = (await make({ choices: true })()).body.choices.brand[0].value as string;
  const common = [{}, { choices: true }, { sort: "price" }, { stock: true }, { brand: [brand] }, { price: PRICE_RANGES[1] }];
  for (const narrowing of [...common, { detail: ["Diet:Vegan"], choices: true }])
    expect(await isCached(make(narrowing)), JSON.stringify(narrowing)).toBe(true);
  for (const narrowing of [{ stock: true, sort: "price" }, { price: "1.11-9.99" }, { detail: ["Color:Red"] }, { sort: "name", page: 4 }])
    expect(await isCached(make(narrowing)), JSON.stringify(narrowing)).toBe(false);
});

test("a product that sells out or changes its price changes the counts at once", async () => {
  const where = shelf("Fresh Fruits");
  const choices = async () => (await call(listing, { ...where, choices: true })).body.choices as Choices;
  const search = "apples";
  const found = async () => (await call(searchProducts, { search, choices: true })).body.choices as Choices;
  const [before, foundBefore] = [await choices(), await found()];
  const { rows } = await db.execute<{ id: string }>(sql`select id from product where name like 'Granny Smith%' and stock > 0 limit 1`);
  const id = rows[0]!.id;
  const { rows: stock } = await db.execute<{ stock: number }>(sql`select stock from product where id = ${id}`);
  const items = [{ productId: id, quantity: stock[0]!.stock }];
  await shop.database.transact(({ tx, invalidate }) => takeStock(tx, invalidate, items));
  expect((await choices()).stock).toBe(before.stock - 1);
  expect((await found()).stock).toBe(foundBefore.stock - 1);

  const { token } = await makeAdmin({ shop });
  const { body: product } = await call(productDetails, { productId: id });
  expect((await call(updateProduct, { ...product.data, price: 60, discount: 0 }, { token })).status).toBe(200);
  for (const [asked, was] of [
    [choices, before],
    [found, foundBefore],
  ] as const) {
    const [earlier, now] = [countsOf(was.price), countsOf((await asked()).price)];
    const changes = PRICE_RANGES.map((range) => [range, (now[range] ?? 0) - (earlier[range] ?? 0)] as const).filter(([, by]) => by !== 0);
    expect(changes).toEqual([
      [expect.any(String), -1],
      ["50-", 1],
    ]);
  }
});

test("an admin chooses the details that lists can be narrowed by, and lists follow at once", async () => {
  const { token } = await makeAdmin({ shop });
  const where = shelf("Whole Bean Coffee");
  const names = async () =>
    ((await call(listing, { ...where, choices: true })).body.choices as Choices).detail.map(({ name, values }) => [name, values.length]);
  expect((await names()).map(([name]) => name)).toEqual(["Diet", "Origin"]);
  const { body } = await call(readNarrowing, undefined, { token });
  expect(body.data.chosen).toEqual(["Diet", "Origin"]);
  expect(body.data.known.find(({ value }: { value: string }) => value === "Roast").count).toBeGreaterThan(5);

  expect((await call(changeNarrowing, { details: ["Roast", "Origin", "Roast"] }, { token })).body.message).toBe("Filters saved");
  expect(await names()).toEqual([
    ["Roast", expect.any(Number)],
    ["Origin", expect.any(Number)],
  ]);
  const roast = (await call(listing, { ...where, detail: ["Roast:Dark", "Diet:Vegan"], choices: true })).body;
  expect(roast.totalCount).toBe((await expected(where, hasDetail("Roast:Dark"))).length);
  for (const details of [["A", "B", "C", "D", "E"], ["A:B"], [""], "Diet"])
    expect(await call(changeNarrowing, { details } as never, { token }), JSON.stringify(details)).toMatchObject({ status: 400 });
});

const withoutLabels = (detail: Choices["detail"]) =>
  detail.map(({ name, values }) => ({ name, values: values.map(({ value, count }) => ({ value, count })) }));
const labelsOf = ([first]: Choices["detail"]) => new Map(first!.values.map(({ value, label }) => [value, label]));

test("in Spanish the details and their values have the words of the Spanish texts, and the same addresses", async () => {
  const { token } = await makeAdmin({ shop });
  await call(changeNarrowing, { details: ["Diet", "Origin"], spanish: { Diet: "Dieta", Origin: "Origen" } }, { token });
  const where = shelf("Fresh Fruits");
  const detailIn = async (spoken: "en" | "es", input: Narrowing = {}) =>
    ((await call(listing, { ...where, ...input, choices: true }, { spoken })).body.choices as Choices).detail;
  const [english, spanish] = [await detailIn("en"), await detailIn("es")];
  expect(withoutLabels(spanish)).toEqual(english);
  expect(spanish.map(({ label }) => label)).toEqual(["Dieta", "Origen"]);
  expect(labelsOf(spanish).get("Vegan")).toBe("Vegano");
  expect(labelsOf(english).get("Vegan")).toBeUndefined();
  expect(labelsOf(await detailIn("es", { detail: ["Diet:Vegan"] })).get("Vegan")).toBe("Vegano");
  // A chosen value keeps its translation even if the other filters leave no product with it, for its chip and its checkbox.
  const [diet] = await detailIn("es", { detail: ["Diet:Vegan"], brand: ["Nobody's"] });
  expect(diet!.values).toEqual([{ value: "Vegan", count: 0, label: "Vegano" }]);
  // The same goes for a value that no product of the list has; one that no product has at all stays as requested.
  const [elsewhere] = (
    await call(listing, { ...shelf("Laundry & Fabric Care"), detail: ["Diet:Vegan", "Diet:Made-up"], choices: true }, { spoken: "es" })
  ).body.choices!.detail;
  expect(elsewhere!.values).toEqual([{ value: "Vegan", count: 0, label: "Vegano" }]);

  // Omitted names stay, and a detail without a Spanish name is shown in English.
  await call(changeNarrowing, { details: ["Origin", "Diet"] }, { token });
  expect((await detailIn("es")).map(({ label }) => label)).toEqual(["Origen", "Dieta"]);
  await call(changeNarrowing, { details: ["Diet", "Origin"], spanish: { Diet: "" } }, { token });
  expect(await detailIn("es")).toEqual([english[0], spanish[1]]);
});

test("exactly the products for sale are listed and tallied, whatever happens to products and their shelves", async () => {
  const plain = sql`
    select c.category_id, s.sub_category_id, p.id, p.popularity, p.brand, p.paid_cents, p.discount_hundredths, p.stock > 0, p.more_details <> '{}'
    from product p join product_category c on c.product_id = p.id join product_sub_category s on s.product_id = p.id
    where p.deleted_at is null and not p.hidden`;
  const expectSame = async () => {
    const { rows } = await db.execute(sql`
      (table listed_product except ${plain}) union all (${plain} except table listed_product) union all
      select 'none', null, null, null, null, null, null, null, null where not exists (table listed_product)`);
    expect(rows).toEqual([]);
    const { rows: counts } = await db.execute<{ tally: number; plain: number }>(sql`
      select ${forSaleCount} as tally, (select count(*)::int from product where deleted_at is null and not hidden) as plain`);
    expect(counts[0]!.tally).toBe(counts[0]!.plain);
  };
  await expectSame();
  const some = sql`(select id from product order by id limit 20)`;
  for (const change of [
    sql`update product set hidden = true where id in ${some}`,
    sql`update product set deleted_at = now() where id in ${some}`,
    sql`update product set hidden = false where id in ${some}`,
    sql`update product set deleted_at = null, popularity = 7, brand = 'Other', discount_hundredths = 1234, stock = 0 where id in ${some}`,
    sql`update product set price_cents = price_cents + 1, more_details = '{"Diet": "Vegan"}' where id in ${some}`,
    sql`insert into product_category (category_id, product_id) select c.id, p.id from category c, product p where p.id in ${some} on conflict do nothing`,
    sql`delete from product_sub_category where product_id in (select id from product order by id limit 5)`,
    sql`insert into product_sub_category (sub_category_id, product_id) select s.id, p.id from sub_category s, product p where p.id in ${some} on conflict do nothing`,
    sql`delete from product_category where product_id in (select id from product order by id offset 5 limit 5)`,
  ]) {
    await db.execute(change);
    await expectSame();
  }
  await foldTally(db);
  await expectSame();
});
