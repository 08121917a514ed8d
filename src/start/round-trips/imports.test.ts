import { test } from "vitest";
import * as imports from "#features/catalogue/import/contract.ts";
import { listImportRows, refusedRows } from "#features/catalogue/import/row/contract.ts";
import { getImportPictures } from "#features/catalogue/import/pictures/contract.ts";
import { listSkipped, skippedProducts, undoImport } from "#features/catalogue/import/undo/contract.ts";
import { openCallCounter } from "../../../tests/support/counted-calls.ts";
import { BAD_ROWS, HEAD, importing } from "../../../tests/support/imports.ts";
import { makeAdmin, signUp } from "../../../tests/support/sign-up.ts";

const { near, call, count, countFile, check } = await openCallCounter();
const { token } = await makeAdmin(near);
const staff = importing(near, token);
const FILE = [HEAD, "sku-1,Figs,,Fruit,Figs,,1 kg,5,3.50,0,,", BAD_ROWS[0]![0](1)].join("\n");

test("importing products", { timeout: 120_000 }, async () => {
  await countFile(imports.sendImport, new TextEncoder().encode(FILE), { token, name: "products.csv", type: "text/csv" });
  const { _id, mapping, shelf, makeSkus } = await staff.send(FILE);
  const one = { token, params: { importId: _id } };
  await count(imports.listImports, {}, { token });
  await count(imports.getImport, undefined, one);
  await count(imports.checkImport, { mapping, defaultStock: 100, shelf, makeSkus }, one);
  await near.doJobs();
  await count(listImportRows, { outcome: "added", after: 0 }, one);
  await count(refusedRows, undefined, one);
  await count(getImportPictures, undefined, one);
  const { checkId } = await staff.read(_id);
  await count(imports.applyImport, { checkId: checkId! }, one);
  await near.doJobs();
  await count(listSkipped, {}, one);
  await count(skippedProducts, undefined, one);
  await count(undoImport, undefined, one);
  await near.doJobs();
  await count(imports.importTemplate, undefined, { token });
  await count(imports.exportProducts, {}, { token });
  const other = await staff.send(FILE.replace("Figs", "Dates"));
  const checked = { mapping: other.mapping, defaultStock: 100, shelf: other.shelf, makeSkus: other.makeSkus };
  await call(imports.checkImport, checked, { token, params: { importId: other._id } });
  await count(imports.stopImport, undefined, { token, params: { importId: other._id } });

  // Without costs, which the shop must not forget.
  const manager = await signUp(near, { role: "MANAGER" });
  const third = await staff.check(await staff.send(FILE.replace("Figs", "Plums")));
  const params = { importId: third._id };
  await count(imports.applyImport, { checkId: third.checkId! }, { token: manager.token, params, when: "without costs" });
});

test("each takes at most 3 round trips, except those listed", () => check(import.meta.filename));
