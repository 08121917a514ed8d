import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { fillShelf } from "../../../tests/support/shelves.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { listProducts, searchProducts, type Product } from "../catalogue/contract.ts";
import { importCatalogue } from "../catalogue/import/import-catalogue.ts";
import { tagsOf } from "../catalogue/tags.ts";
import { products } from "../catalogue/tables.ts";
import { indexProducts, indexTheRest, settleIndex } from "./index-products.ts";

const { shop, call, connection } = await openTestShop();
const { db } = shop.database;

beforeEach(async () => {
  await shop.database.transact(async (tx, changed) => {
    for (const table of [
      "product_category",
      "product_sub_category",
      "sub_category_category",
      "product",
      "category",
      "sub_category",
      "search_word",
    ]) {
      await tx.execute(sql`delete from ${sql.identifier(table)}`);
    }
    changed("*");
  });
});

/** The names found, in order. */
async function find(search: string, page = 1): Promise<string[]> {
  const { status, body } = await call(searchProducts, { search, page });
  expect(status).toBe(200);
  return (body.data as Product[]).map(({ name }) => name);
}

const named = (...names: string[]) =>
  fillShelf(
    { shop },
    names.map((name) => ({ name })),
  );

/** Changes a product as the shop does. */
function change(id: string, given: Partial<typeof products.$inferInsert>): Promise<void> {
  return shop.database.transact(async (tx, changed) => {
    await tx
      .update(products)
      .set(given)
      .where(sql`id = ${id}`);
    await indexProducts(tx, [id]);
    changed(tagsOf.products, tagsOf.product(id));
  });
}

describe("what matches", () => {
  test("every word must match", async () => {
    await named("Red apple", "Green apple", "Red onion");
    expect(await find("apple red")).toEqual(["Red apple"]);
    expect(await find("green apple")).toEqual(["Green apple"]);
  });

  test("a word matches in name, brand, type, shelf and description alike", async () => {
    await fillShelf(
      { shop },
      [{ name: "Crunchy", brand: "Solmar", type: "Muesli", description: "With hazelnuts from Giresun." }],
      "Breakfast",
    );
    for (const search of ["crunchy", "solmar", "muesli", "breakfast", "hazelnuts", "solmar giresun breakfast"]) {
      expect(await find(search), search).toEqual(["Crunchy"]);
    }
  });

  test("the last word may be only begun, the others not", async () => {
    await named("Tomato passata", "Tomato purée");
    expect(await find("tom")).toHaveLength(2);
    expect(await find("t")).toHaveLength(2);
    expect(await find("tomato pas")).toEqual(["Tomato passata"]);
    expect(await find("tom passata")).toEqual(["Tomato passata"]);
  });

  test("case, accents, plural and word order do not matter", async () => {
    await named("Crème brûlée", "Ripe tomatoes", "Fresh berries", "Glass dishes", "Lay's chips");
    expect(await find("BRULEE creme")).toEqual(["Crème brûlée"]);
    expect(await find("crème brûlée")).toEqual(["Crème brûlée"]);
    expect(await find("tomato")).toEqual(["Ripe tomatoes"]);
    expect(await find("Tomatoes ripe")).toEqual(["Ripe tomatoes"]);
    expect(await find("berry")).toEqual(["Fresh berries"]);
    expect(await find("dish")).toEqual(["Glass dishes"]);
    expect(await find("lays")).toEqual(["Lay's chips"]);
  });

  test("a plural matches a singular too", async () => {
    await named("Cherry", "Radish", "Mango");
    expect(await find("cherries")).toEqual(["Cherry"]);
    expect(await find("radishes")).toEqual(["Radish"]);
    expect(await find("mangoes")).toEqual(["Mango"]);
  });

  test("words that say nothing need not match", async () => {
    await named("Rice and beans", "Noodles");
    expect(await find("rice with the beans")).toEqual(["Rice and beans"]);
  });

  test("pack sizes match however they are written", async () => {
    await fillShelf({ shop }, [
      { name: "Sugar, fine", unit: "500 g" },
      { name: "Sugar, coarse", unit: "1 kg" },
      { name: "Lemonade 1.5l" },
      { name: "Lemonade", unit: "500 ml" },
    ]);
    for (const size of ["1 kg", "1kg", "1000 g", "1 kilo", "1.0 KG"]) expect((await find(`sugar ${size}`))[0], size).toBe("Sugar, coarse");
    for (const size of ["500g", "500 grams", "0.5 kg"]) expect((await find(`sugar ${size}`))[0], size).toBe("Sugar, fine");
    for (const size of ["1.5 l", "1500ml", "1.5 litres"]) expect((await find(`lemonade ${size}`))[0], size).toBe("Lemonade 1.5l");
    expect(await find("500ml")).toEqual(["Lemonade"]);
    expect(await find("500 ml")).toEqual(["Lemonade"]);
    expect(await find("1 k")).toEqual(["Sugar, coarse"]);
  });

  test("what means the same is found, in one word or several", async () => {
    await named("Aubergine", "Ghee");
    expect(await find("eggplant")).toEqual(["Aubergine"]);
    expect(await find("clarified butter")).toEqual(["Ghee"]);
  });

  test("one word is found where two were written, and two where one was", async () => {
    await named(
      "Toothpaste mint",
      "Facewash",
      ...Array.from({ length: 20 }, (_, n) => `Face wash ${n}`),
      ...Array.from({ length: 20 }, (_, n) => `Olive oil ${n}`),
    );
    await settleIndex(db);
    expect(await find("tooth paste")).toEqual(["Toothpaste mint"]);
    expect((await call(searchProducts, { search: "facewash" })).body.totalCount).toBe(21);
    expect((await call(searchProducts, { search: "oliveoil" })).body.totalCount).toBe(20);
  });

  test("when nothing has every word, the nearest products come", async () => {
    await named("Red apple", "Green pear");
    expect(await find("red pear")).toEqual(expect.arrayContaining(["Red apple", "Green pear"]));
    expect(await find("zzqx")).toEqual([]);
  });
});

describe("typing errors", () => {
  test("one in a short word and two in a long one are forgiven when the exact word finds nothing", async () => {
    await named("Milk", "Chocolate", "Shampoo", "Detergent");
    for (const search of ["mlik", "milc", "mikl"]) expect(await find(search), search).toEqual(["Milk"]);
    for (const search of ["choclate", "chocolatte", "chocholat", "shocolate"]) expect(await find(search), search).toEqual(["Chocolate"]);
    expect(await find("shmapo")).toEqual(["Shampoo"]);
    expect(await find("detargant")).toEqual(["Detergent"]);
  });

  test("in any word of the query, and in one that is only begun", async () => {
    await named("Chocolate biscuit", "Chocolate cake");
    expect(await find("choclate bisciut")).toEqual(["Chocolate biscuit"]);
    expect(await find("chocolate biskui")).toEqual(["Chocolate biscuit"]);
  });

  test("not when the exact word finds something", async () => {
    await named("Bean stew", "Bear biscuits");
    expect(await find("bean")).toEqual(["Bean stew"]);
    expect(await find("bear")).toEqual(["Bear biscuits"]);
  });

  test("what is too far off is not found", async () => {
    await named("Star anise", "Milk");
    for (const search of ["zaatar", "mulch", "abcdef", "xyz"]) expect(await find(search), search).toEqual([]);
  });
});

describe("order (SRCH-3)", () => {
  test("name before brand", async () => {
    await fillShelf({ shop }, [{ name: "Green tea", brand: "Lemon" }, { name: "Lemon" }]);
    expect(await find("lemon")).toEqual(["Lemon", "Green tea"]);
  });

  test("shelf before description", async () => {
    await fillShelf({ shop }, [{ name: "Wooden spoon", description: "For soups and stews." }], "Kitchen");
    await fillShelf({ shop }, [{ name: "Minestrone" }], "Soups");
    expect(await find("soups")).toEqual(["Minestrone", "Wooden spoon"]);
  });

  test("what a name is about before what is only added", async () => {
    await named("Biscuits with butter", "Peanut butter cups, 6 pieces", "Butter");
    expect(await find("butter")).toEqual(["Butter", "Peanut butter cups, 6 pieces", "Biscuits with butter"]);
  });

  test("words in a row before the same words apart", async () => {
    await named("Milk and dark chocolate", "Chocolate, dark", "Dark chocolate truffle");
    expect((await find("dark chocolate"))[0]).toBe("Dark chocolate truffle");
  });

  test("an exact word before one that only begins so", async () => {
    await named("Oatmeal", "Oat");
    expect(await find("oat")).toEqual(["Oat", "Oatmeal"]);
  });

  test("of equals those in stock come first, then those that sell best", async () => {
    await fillShelf({ shop }, [
      { name: "Basil", unit: "sold out", stock: 0, sold: 900 },
      { name: "Basil", unit: "seldom sold", sold: 1 },
      { name: "Basil", unit: "often sold", sold: 5 },
    ]);
    const { body } = await call(searchProducts, { search: "basil" });
    expect((body.data as Product[]).map(({ unit }) => unit)).toEqual(["often sold", "seldom sold", "sold out"]);
  });
});

describe("answers", () => {
  test("API-21 carries success, data with the exact stock, page and totalPage", async () => {
    await fillShelf({ shop }, [{ name: "Oats", stock: 3, priceCents: 199, discount: 1050 }]);
    const { body } = await call(searchProducts, { search: "oats", page: 1 });
    expect(body).toMatchObject({ success: true, error: false, page: 1, totalPage: 1, totalCount: 1 });
    expect(body.data[0]).toMatchObject({ name: "Oats", stock: 3, price: 1.99, discount: 10.5 });
  });

  test("API-16 carries success, totalNoPage and data; without a search the newest come first", async () => {
    await named("First jam", "Second jam", "Third tea");
    const found = await call(listProducts, { page: 1, limit: 1, search: "jam" });
    expect(found.body).toMatchObject({ success: true, totalNoPage: 2, totalCount: 2 });
    const all = await call(listProducts, { limit: 2 });
    expect(all.body).toMatchObject({ totalNoPage: 2, totalCount: 3, data: [{ name: "Third tea" }, { name: "Second jam" }] });
  });

  test("API-21 pages neither repeat nor lose a product, and there is nothing behind the last one", async () => {
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

  test("API-21 nothing typed gives popular products", async () => {
    await fillShelf({ shop }, [
      { name: "Seldom", sold: 1 },
      { name: "Often", sold: 9 },
      { name: "Sold out", sold: 1, stock: 0 },
    ]);
    expect(await find("")).toEqual(["Often", "Seldom", "Sold out"]);
    expect(await find("  ")).toEqual(["Often", "Seldom", "Sold out"]);
  });

  test("odd input does no harm", async () => {
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

  test("a text that is too long, and a page that is none, are 400 and name the field", async () => {
    const wrong = [{ search: "x".repeat(201) }, { search: 5 }, { page: 0 }, { page: 1.5 }, { limit: 51 }, { limit: -1 }];
    for (const input of wrong) {
      const field = Object.keys(input)[0];
      expect(await call(searchProducts, input as object), field).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining(field!) },
      });
    }
  });
});

describe("changes", () => {
  test("a changed product is found by its new name at once, and no more by the old one", async () => {
    const [id] = await named("Quinoa", "Couscous");
    expect(await find("quinoa")).toEqual(["Quinoa"]);
    await change(id!, { name: "Amaranth" });
    expect(await find("quinoa")).toEqual([]);
    expect(await find("amaranth")).toEqual(["Amaranth"]);
  });

  test("a deleted product is gone at once, and its pages with it", async () => {
    const [id] = await named("Quinoa white", "Quinoa red");
    expect(await find("quinoa")).toHaveLength(2);
    await change(id!, { deletedAt: new Date() });
    const { body } = await call(searchProducts, { search: "quinoa" });
    expect(body).toMatchObject({ totalCount: 1, data: [{ name: "Quinoa red" }] });
    const { rows } = await db.execute(sql`select from search_posting where no not in (select no from search_product)`);
    expect(rows).toEqual([]);
  });

  test("a new product is found at once where nothing was found before", async () => {
    expect(await find("teff")).toEqual([]);
    await named("Teff");
    expect(await find("teff")).toEqual(["Teff"]);
  });

  test("a change that is taken back changes nothing", async () => {
    const [id] = await named("Quinoa");
    const failing = shop.database.transact(async (tx) => {
      await tx
        .update(products)
        .set({ name: "Amaranth" })
        .where(sql`id = ${id}`);
      await indexProducts(tx, [id!]);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await find("quinoa")).toEqual(["Quinoa"]);
    expect(await find("amaranth")).toEqual([]);
  });

  test("products with the same new words, changed at once, do not stand in each other's way", async () => {
    const ids = await named(...Array.from({ length: 8 }, (_, n) => `Thing ${n}`));
    await Promise.all(ids.map((id, n) => change(id, { name: `Ube Yuzu ${n}`, description: n % 2 ? "teff sumac" : "sumac teff" })));
    expect(await find("yuzu")).toHaveLength(8);
  });

  test("imported products are found, and by what a later import calls them", async () => {
    const folder = mkdtempSync(join(tmpdir(), "despensa-search-"));
    const importRow = async (name: string) => {
      const path = join(folder, "catalogue.csv");
      writeFileSync(path, `sku,name,category,sub_category,type,price,unit\nA1,${name},Grains,Ancient grains,Cereal,2.50,500 g\n`);
      await importCatalogue(connection, path, { defaultStock: 1, strict: false, onRefused() {}, onProgress() {} });
      shop.kept.drop(["*"]);
    };
    await importRow("Quinoa");
    expect(await find("ancient cereal quinoa 0.5 kg")).toEqual(["Quinoa"]);
    await importRow("Amaranth");
    expect(await find("quinoa")).toEqual([]);
    expect(await find("amaranth")).toEqual(["Amaranth"]);
    rmSync(folder, { recursive: true });
  });

  test("when the shop starts, what is not indexed yet is", async () => {
    const [id] = await named("Quinoa", "Couscous");
    await db.execute(sql`delete from search_product where product_id = ${id}`);
    await db.execute(sql`update search_product set made_by = 'older code'`);
    expect(await find("quinoa")).toEqual([]);
    shop.kept.drop([tagsOf.products]);
    expect(await indexTheRest(shop.database)).toBe(2);
    expect(await find("quinoa")).toEqual(["Quinoa"]);
    expect(await indexTheRest(shop.database)).toBe(0);
  });
});
