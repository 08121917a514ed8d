import { expect, test } from "vitest";
import { inLanguage } from "#server/http/request-language.ts";
import { importing, readDocument } from "../../../../tests/support/imports.ts";
import { importByCommand } from "../../../../tests/support/import-both-ways.ts";
import { makeAdmin } from "../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { loadDemo } from "../demo/load-demo.ts";
import { exportProducts } from "./contract.ts";

const shop = await openTestShop();
const { token } = await makeAdmin(shop);
const door = importing(shop, token);
const count = await loadDemo(shop.shop.database);

test.each(["en", "es"] as const)("the demo catalogue comes back unchanged from a back office in %s", async (language) => {
  await inLanguage(language, async () => {
    const csv = await readDocument(shop, `${exportProducts.path}?search=`, token);
    const one = await door.check(await door.send(csv));
    expect(one.report).toEqual({
      ...{ added: 0, changed: 0, same: count, refused: 0, joined: 0, problems: [], warnings: [] },
      newShelves: { category: [], subCategory: [] },
    });
    expect(await importByCommand(shop, csv, "products.csv")).toMatchObject({ added: 0, updated: 0, unchanged: count, refused: 0 });
  });
});
