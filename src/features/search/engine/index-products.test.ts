import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { EVERYTHING } from "#server/cache/response-cache.ts";
import { openSearchedShop } from "../../../../tests/support/searched-shop.ts";
import { searchProducts } from "../contract.ts";
import { importCatalogue } from "../../catalogue/import/import-catalogue.ts";
import { products, subCategories } from "../../catalogue/tables.ts";
import { tagsOf } from "../../catalogue/tags.ts";
import { indexProducts, indexTheRest } from "./index-products.ts";

const { shop, connection, call, fill, find, named } = await openSearchedShop();
const { db } = shop.database;

/** Changes a product the way the shop does. */
function change(id: string, given: Partial<typeof products.$inferInsert>): Promise<void> {
  return shop.database.transact(async ({ tx, invalidate }) => {
    await tx
      .update(products)
      .set(given)
      .where(sql`id = ${id}`);
    await indexProducts(tx, [id]);
    invalidate(tagsOf.products, tagsOf.product(id));
  });
}

test("a changed product is found by its new name immediately, and no longer by the old one", async () => {
  const [id] = await named("Quinoa", "Couscous");
  expect(await find("quinoa")).toEqual(["Quinoa"]);
  await change(id!, { name: "Amaranth" });
  expect(await find("quinoa")).toEqual([]);
  expect(await find("amaranth")).toEqual(["Amaranth"]);
});

const inSpanish = async (search: string) =>
  (await call(searchProducts, { search }, { spoken: "es" })).body.data.map(({ name }: { name: string }) => name);

test("Spanish names, units, descriptions and shelves find a product in either language, which shows its own names", async () => {
  const goods = [
    { name: "Green tangelo", nameEs: "Limones del norte", descriptionEs: "Recién cosechados", stock: 5 },
    { name: "Candle", nameEs: "Vela de limón", unitEs: "6 unidades", stock: 5 },
    { name: "Citrus soap", stock: 5 },
  ];
  await fill(goods);
  for (const search of ["limon", "limón", "limones", "LIMONES"]) {
    expect(await find(search), search).toEqual(["Green tangelo", "Candle"]);
    expect(await inSpanish(search), search).toEqual(["Limones del norte", "Vela de limón"]);
  }
  expect(await find("recien cosechados")).toEqual(["Green tangelo"]);
  expect(await inSpanish("tangelo")).toEqual(["Limones del norte"]);
  expect(await inSpanish("citrus")).toEqual(["Citrus soap"]);
  const [id] = await fill([{ name: "Brush" }], "Brooms");
  await db.update(subCategories).set({ nameEs: "Escobas" });
  await change(id!, { descriptionEs: "De paja" });
  expect(await find("escoba")).toEqual(["Brush"]);
  await change(id!, { nameEs: "Cepillo" });
  expect([await find("cepillos"), await inSpanish("brush")]).toEqual([["Brush"], ["Cepillo"]]);
});

test("a Spanish word finds Spanish names even if the catalogue has its English word far more often", async () => {
  await fill([...Array.from({ length: 20 }, (_, n) => ({ name: `Apple ${n}` })), { name: "Pomaceous fruit", nameEs: "Manzana" }]);
  await db.execute(sql`select search_refresh()`);
  const { body } = await call(searchProducts, { search: "manzana", limit: 50 });
  const found = body.data.map(({ name }: { name: string }) => name);
  expect(found).toHaveLength(21);
  expect(found).toContain("Pomaceous fruit");
});

test("products without Spanish texts are indexed as before, and nothing about them is stored twice", async () => {
  const [id] = await fill([{ name: "Olive oil", description: "From Peru" }]);
  const { rows } = await db.execute(sql`
    select s.head_text_es, array(select word from search_posting p where p.no = s.no order by 1) as words
    from search_product s where product_id = ${id}`);
  expect(rows).toEqual([{ head_text_es: "", words: expect.not.arrayContaining([expect.stringMatching(/^~es/)]) }]);
});

test("an English name that begins with a borrowed one is judged in English", async () => {
  const [id] = await named("Dulce de leche ice cream");
  const { rows } = await db.execute(sql`select head_words, head_words_es from search_product where product_id = ${id}`);
  expect(rows).toEqual([{ head_words: expect.stringContaining("cream"), head_words_es: "" }]);
});

test("a deleted product disappears from the results immediately, and its postings from the index", async () => {
  const [id] = await named("Quinoa white", "Quinoa red");
  expect(await find("quinoa")).toHaveLength(2);
  await change(id!, { deletedAt: new Date() });
  const { body } = await call(searchProducts, { search: "quinoa" });
  expect(body).toMatchObject({ totalCount: 1, data: [{ name: "Quinoa red" }] });
  const { rows } = await db.execute(sql`select from search_posting where no not in (select no from search_product)`);
  expect(rows).toEqual([]);
});

test("a new product is found immediately by a search that had no results before", async () => {
  expect(await find("teff")).toEqual([]);
  await named("Teff");
  expect(await find("teff")).toEqual(["Teff"]);
});

test("words that occur only in descriptions are not suggested for typos", async () => {
  await fill([{ name: "Quinoa", description: "Amaranth is alike" }]);
  await db.execute(sql`select search_refresh()`);
  const { rows } = await db.execute(sql`
    select word, product_count, core_count from search_word where word in ('quinoa', 'amaranth') order by word`);
  expect(rows).toEqual([
    { word: "amaranth", product_count: 1, core_count: 0 },
    { word: "quinoa", product_count: 1, core_count: 1 },
  ]);
});

test("a change that is rolled back leaves the index as it was", async () => {
  const [id] = await named("Quinoa");
  const failing = shop.database.transact(async ({ tx }) => {
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

test("products with the same new words can be changed at the same time", async () => {
  const ids = await named(...Array.from({ length: 8 }, (_, n) => `Thing ${n}`));
  await Promise.all(ids.map((id, n) => change(id, { name: `Ube Yuzu ${n}`, description: n % 2 ? "teff sumac" : "sumac teff" })));
  expect(await find("yuzu")).toHaveLength(8);
});

test("imported products are found, under their new name after the next import", async () => {
  const folder = mkdtempSync(join(tmpdir(), "despensa-search-"));
  const importRow = async (name: string) => {
    const path = join(folder, "catalogue.csv");
    writeFileSync(path, `sku,name,category,sub_category,type,price,unit\nA1,${name},Grains,Ancient grains,Cereal,2.50,500 g\n`);
    await importCatalogue(connection, path, { timeZone: "UTC", defaultStock: 1, strict: false, onRefused() {}, onProgress() {} });
    shop.invalidations.publish([EVERYTHING]);
  };
  await importRow("Quinoa");
  expect(await find("ancient cereal quinoa 0.5 kg")).toEqual(["Quinoa"]);
  await importRow("Amaranth");
  expect(await find("quinoa")).toEqual([]);
  expect(await find("amaranth")).toEqual(["Amaranth"]);
  rmSync(folder, { recursive: true });
});

test("at start, products that are missing from the index or indexed by older code are indexed", async () => {
  const [id] = await named("Quinoa", "Couscous");
  await db.execute(sql`delete from search_product where product_id = ${id}`);
  await db.execute(sql`update search_product set made_by = 'older code'`);
  expect(await find("quinoa")).toEqual([]);
  shop.invalidations.publish([tagsOf.products]);
  expect(await indexTheRest(shop.database)).toBe(2);
  expect(await find("quinoa")).toEqual(["Quinoa"]);
  expect(await indexTheRest(shop.database)).toBe(0);
});
