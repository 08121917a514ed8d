import { expect, test, vi } from "vitest";
import { openSearchedShop } from "../../../tests/support/searched-shop.ts";
import { listProducts, type Product } from "../catalogue/contract.ts";
import { searchProducts } from "./contract.ts";
import { settleIndex } from "./engine/index-products.ts";

const { shop, call, find, named, fill } = await openSearchedShop();

test("API-21 the response has success, data with the exact stock, page and totalPage", async () => {
  await fill([{ name: "Oats", stock: 3, priceCents: 199, discountHundredths: 1050 }]);
  const { body } = await call(searchProducts, { search: "oats", page: 1 });
  expect(body).toMatchObject({ success: true, error: false, page: 1, totalPage: 1, totalCount: 1 });
  expect(body.data[0]).toMatchObject({ name: "Oats", stock: 3, price: 1.99, discount: 10.5 });
});

test("API-16 the response has success, totalNoPage and data; without a search, the newest come first", async () => {
  await named("First jam", "Second jam", "Third tea");
  const found = await call(listProducts, { page: 1, limit: 1, search: "jam" });
  expect(found.body).toMatchObject({ success: true, totalNoPage: 2, totalCount: 2 });
  const all = await call(listProducts, { limit: 2 });
  expect(all.body).toMatchObject({ totalNoPage: 2, totalCount: 3, data: [{ name: "Third tea" }, { name: "Second jam" }] });
});

test("API-21 pages have no duplicates or gaps, and pages after the last are empty", async () => {
  await named(...Array.from({ length: 150 }, (_, n) => `Candle ${n}`));
  for (const search of ["candle", "", "c"]) {
    const { body } = await call(searchProducts, { search, limit: 7 });
    expect(body).toMatchObject({ totalPage: 22, totalCount: 150 });
    const ids = new Set<string>();
    for (let page = 1; page <= 22; page++) {
      const part = await call(searchProducts, { search, limit: 7, page });
      expect(part.body.totalCount).toBe(150);
      for (const { _id } of part.body.data as Product[]) ids.add(_id);
    }
    expect(ids.size, search).toBe(150);
    expect((await call(searchProducts, { search, limit: 7, page: 23 })).body).toMatchObject({ totalPage: 22, data: [] });
    expect((await call(searchProducts, { search, page: 1_000_000 })).body.data).toEqual([]);
  }
});

/** The ids of 180 products found, page by page. */
const readAll = async (limit: number, choices?: boolean) => {
  const pages = Array.from({ length: Math.ceil(180 / limit) }, (_, n) => n + 1);
  const replies = await Promise.all(pages.map((page) => call(searchProducts, { search: "candle", limit, page, choices })));
  return replies.flatMap(({ body }) => (body.data as Product[]).map(({ _id }) => _id));
};

test("API-21 nor if products of two departments match equally, whatever the length of a page and with choices or without", async () => {
  for (const count of [60, 120]) await fill(Array.from({ length: count }, (_, n) => ({ name: `Candle ${n}` })));
  const all = await readAll(12);
  expect(new Set(all).size).toBe(180);
  expect(await readAll(50)).toEqual(all);
  expect(await readAll(12, true)).toEqual(all);
});

test("API-21 an empty search returns popular products", async () => {
  await fill([
    { name: "Seldom", sold: 1 },
    { name: "Often", sold: 9 },
    { name: "Sold out", sold: 1, stock: 0 },
  ]);
  expect(await find("")).toEqual(["Often", "Seldom", "Sold out"]);
  expect(await find("  ")).toEqual(["Often", "Seldom", "Sold out"]);
});

test("unusual input is harmless", async () => {
  await named("Salt 100%", "Half_and_half");
  const odd = [
    "%",
    "_",
    "'",
    '"',
    `'";--`,
    "\\",
    ":*",
    "& | !",
    "...!?",
    "((",
    "💥",
    "\u{10FFFF}",
    "КОФЕ",
    "=salt",
    "~salt",
    "x".repeat(200),
  ];
  for (const search of odd) expect((await call(searchProducts, { search })).status, search).toBe(200);
  for (const search of ["%", "_", "...!?", "💥"]) expect(await find(search), search).toEqual([]);
  expect(await find("'salt'; --")).toEqual(["Salt 100%"]);
});

test("a query that is too long or an invalid page is a 400 that names the field", async () => {
  const wrong = [{ search: "x".repeat(201) }, { search: 5 }, { page: 0 }, { page: 1.5 }, { limit: 51 }, { limit: -1 }];
  for (const input of wrong) {
    const field = Object.keys(input)[0];
    expect(await call(searchProducts, input as object), field).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(field!) },
    });
  }
});

test("the response says which word a misspelled one was read as, unless the exact text is asked for", async () => {
  await fill([{ name: "Herbal Shampoo", brand: "Solmar" }, { name: "Baby shampoo" }, { name: "Soft cookies" }], "Hair");
  await settleIndex(shop.database);
  const corrected = async (search: string, exact = false) =>
    (await call(searchProducts, { search, ...(exact && { exact }) })).body.corrected;
  expect(await corrected("shmapoo")).toBe("shampoo");
  expect(await corrected("Herbal SHMAPOO")).toBe("herbal shampoo");
  expect(await corrected("cokies")).toBe("cookies");
  for (const right of ["shampoo", "shamp", "solmar", "xyzzyxyzzy", ""]) expect(await corrected(right), right).toBeUndefined();
  const exactly = await call(searchProducts, { search: "shmapoo", exact: true });
  expect(exactly.body).toMatchObject({ totalCount: 0, data: [] });
  expect(exactly.body.corrected).toBeUndefined();
  expect((await call(searchProducts, { search: "shmapoo", stock: true, choices: true })).body).toMatchObject({
    corrected: "shampoo",
    totalCount: 2,
  });
});

test("the signs in a misspelled search of one person are not shown to others", async () => {
  await fill([{ name: "Herbal Shampoo" }], "Hair");
  await settleIndex(shop.database);
  expect((await call(searchProducts, { search: "<!> shmapoo", limit: 7 })).body.corrected).toBe("<!> shampoo");
  expect((await call(searchProducts, { search: "shmapoo", limit: 7 })).body.corrected).toBe("shampoo");
});

test("a misspelled word is corrected though only the type or the unit of a product has it", async () => {
  await fill([{ name: "Golden Selection", type: "Marmalade", unit: "6 sachets" }], "Breakfast");
  await settleIndex(shop.database);
  expect((await call(searchProducts, { search: "marmelade" })).body).toMatchObject({ totalCount: 1, corrected: "marmalade" });
  expect((await call(searchProducts, { search: "golden sachtes" })).body).toMatchObject({ totalCount: 1, corrected: "golden sachets" });
});

test("a misspelled word is corrected in its own language and with its accents, on English and Spanish pages", async () => {
  await fill(
    [
      { name: "Carrots", nameEs: "Zanahorias frescas" },
      { name: "Olive oil", nameEs: "Aceite de oliva" },
      { name: "Spinach tin", nameEs: "Mazorquilla" },
      { name: "Jalapeño peppers", nameEs: "Ajíes jalapeños" },
      { name: "Pineapple" },
    ],
    "Groceries",
  );
  await settleIndex(shop.database);
  for (const spoken of ["en", "es"] as const) {
    const corrected = async (search: string) => (await call(searchProducts, { search }, { spoken })).body.corrected;
    expect(await corrected("sanahoria")).toBe("zanahorias");
    expect(await corrected("azeite de oliba")).toBe("aceite de oliva");
    expect(await corrected("Frescas SANAHÓRIAS")).toBe("frescas zanahorias");
    expect(await corrected("mazorquila")).toBe("mazorquilla");
    expect(await corrected("jalapenio")).toBe(spoken === "es" ? "jalapeños" : "jalapeño");
    // What no product is called in Spanish is spelled by the built-in list.
    expect(await corrected("pinia")).toBe("piña");
    expect(await corrected("carott")).toBe("carrots");
    for (const right of ["zanahoria", "aceite de oliva", "piña", "jalapeño"]) expect(await corrected(right), right).toBeUndefined();
  }
});

test("SRCH-3 a keystroke takes few statements, and none if its words and products are known", async () => {
  await named(...Array.from({ length: 20 }, (_, n) => `Honey ${n}`));
  await settleIndex(shop.database);
  await find("reads the synonyms, once");
  const asked = vi.spyOn(shop.database.pool, "query");
  const statements = async (input: { search: string; limit?: number; choices?: boolean }) => {
    asked.mockClear();
    expect((await call(searchProducts, input)).body.totalCount).toBe(20);
    return asked.mock.calls.length;
  };
  const first = await statements({ search: "h" });
  expect(first).toBeLessThanOrEqual(8);
  const later = [];
  for (const search of ["ho", "hon", "hone", "honey"]) later.push(await statements({ search }));
  expect(Math.max(...later), String(later)).toBeLessThanOrEqual(3);
  expect(await statements({ search: "hone", limit: 7 })).toBe(0);
  // Choices are counted only where they are shown.
  expect(await statements({ search: "hone", choices: true })).toBeGreaterThan(0);
});

test("SRCH-3 a search nobody made before takes no statement if its words and products are known", async () => {
  await named("Olive oil", "Olive paste", "Oil lamp", "Tomato paste");
  await settleIndex(shop.database);
  for (const search of ["olive oil ", "tomato paste ", "olvie oil "]) await find(search);
  const asked = vi.spyOn(shop.database.pool, "query").mockClear();
  for (const [search, first] of [
    ["oil olive ", "Olive oil"],
    ["paste tomato ", "Tomato paste"],
    ["oil olvie ", "Olive oil"],
  ] as const) {
    expect((await find(search))[0]).toBe(first);
    expect(
      asked.mock.calls.map(([statement]) => statement),
      search,
    ).toEqual([]);
  }
});
