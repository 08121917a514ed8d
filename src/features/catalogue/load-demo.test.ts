import { expect, test } from "vitest";
import { misreadUnits } from "../../../tests/support/goods.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { home, listCategories, listProducts, listSubCategories } from "./contract.ts";
import { loadDemo } from "./demo/load-demo.ts";
import { categories, products } from "./tables.ts";

const { shop, call } = await openTestShop();

test("an empty shop is filled once, even by two processes that start together, and never again", async () => {
  const [one, other] = await Promise.all([loadDemo(shop.database), loadDemo(shop.database)]);
  expect(Math.min(one, other)).toBe(0);
  expect(Math.max(one, other)).toBeGreaterThanOrEqual(800);

  expect((await call(listCategories)).body.data.length).toBeGreaterThanOrEqual(20);
  expect((await call(listSubCategories)).body.data.length).toBeGreaterThanOrEqual(100);
  expect((await call(listProducts)).body.totalCount).toBe(Math.max(one, other));
  expect((await call(home)).body.data).toHaveLength(20);
  const [spanish] = (await call(listProducts, {}, { spoken: "es" })).body.data;
  const [english] = (await call(listProducts)).body.data;
  expect(spanish._id).toBe(english._id);
  for (const text of ["name", "description", "more_details"]) expect(spanish[text]).not.toEqual(english[text]);

  expect(await misreadUnits({ shop })).toEqual([]);

  const deletedAt = new Date();
  await shop.database.db.update(products).set({ deletedAt });
  await shop.database.db.update(categories).set({ deletedAt });
  expect(await loadDemo(shop.database)).toBe(0);
});
