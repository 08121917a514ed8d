import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { spokenLine } from "./spoken/spoken-line.ts";
import { unitIn } from "./spoken/spoken.ts";

const { db } = (await openTestShop()).shop.database;

test.each([
  ["Pack of 6", "", "Pack de 6"],
  ["box of 12", "", "caja de 12"],
  ["1 piece", "", "1 unidad"],
  ["1 unit", "", "1 unidad"],
  ["10 pcs", "", "10 unidades"],
  ["dozen", "", "docena"],
  ["1 Bunch", "", "1 atado"],
  ["bunch", "", "atado"],
  ["20 tea bags", "", "20 bolsitas"],
  // What is the same in both languages, or only partly known, stays as it is.
  ["500 g", "", "500 g"],
  ["6 x 330 ml", "", "6 x 330 ml"],
  ["pack of 6 large", "", "pack of 6 large"],
  ["", "", ""],
  ["pack of 6", "six pack", "six pack"],
  ["", "malla", "malla"],
])("a pack of %o, in Spanish %o, is shown as %o on Spanish pages, from the catalogue and from an order", async (unit, unitEs, shown) => {
  const { rows } = await db.execute<{ es: string; en: string }>(sql`
    select ${unitIn("es", sql`${unit}::text`, sql`${unitEs}::text`)} as es, ${unitIn("en", sql`${unit}::text`, sql`${unitEs}::text`)} as en`);
  expect(rows).toEqual([{ es: shown, en: unit }]);
  expect(spokenLine({ name: "Eggs", unit, unitEs }, "es").unit).toBe(shown);
});
