import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { inLanguage } from "#server/http/request-language.ts";
import { importing, readDocument } from "../../../../tests/support/imports.ts";
import { workbook } from "../../../../tests/support/workbook.ts";
import { BATCH } from "./write-import.ts";
import { newCashBuyer } from "../../../../tests/support/cash-buyer.ts";
import { makeAdmin } from "../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { untilBlocked } from "../../../../tests/support/until-blocked.ts";
import { listAdminChanges } from "../../audit/contract.ts";
import { createProduct, deleteProduct, updateProduct } from "../admin/contract.ts";
import { listCategories, listProducts, listSubCategories, type Product } from "../contract.ts";
import { searchProducts } from "../../search/contract.ts";
import * as contract from "./contract.ts";
import { refusedRows } from "./row/contract.ts";
import { receiveFile } from "./receive-file.ts";
import { readStalled } from "./run-store.ts";
import { insertImport, STORED } from "./store.ts";
import { takeOverStalled } from "./take-over.ts";

const shop = await openTestShop();
const { call, doJobs } = shop;
const { token } = await makeAdmin(shop);
const door = importing(shop, token);

const HEAD = "sku,name,category,sub_category,price,stock";
const file = (...lines: string[]) => [HEAD, ...lines, ""].join("\n");

beforeEach(async () => {
  await shop.shop.database.transact(async ({ tx, invalidate }) => {
    await tx.execute("truncate product, category, sub_category, catalogue_import cascade");
    invalidate("*");
  });
});

async function products(): Promise<Product[]> {
  return (await call(listProducts, { limit: 50 })).body.data;
}

const changes = async (input: object) => (await call(listAdminChanges, input, { token })).body.data;
const found = async (search: string) => (await call(searchProducts, { search })).body.data.map(({ name }: Product) => name);
const exported = (search = "") => readDocument(shop, `${contract.exportProducts.path}?search=${encodeURIComponent(search)}`, token);

interface Named {
  name: string;
  name_es?: string;
}

const names = async (list: typeof listCategories | typeof listSubCategories) =>
  (await call(list)).body.data.map(({ name, name_es }: Named) => `${name}: ${name_es}`);

/** Leaves out what differs between shops. */
const bare = (list: Product[]) =>
  list.map(({ category, subCategory, ...rest }) => ({
    ...rest,
    version: 0,
    shelves: [...category, ...subCategory].map(({ name }) => name),
  }));

async function bring(content: string) {
  const { now } = await door.apply(await door.check(await door.send(content)));
  expect(now).toMatchObject({ state: "applied", problem: "" });
  return now;
}

describe("the file", () => {
  test("is answered with its columns, samples and a guess at what they hold", async () => {
    const one = await door.send("Título;Variant SKU;Precio;id;Notes\nManzana;A1;3,60;12;x\nPera;A2;2,10;13;\n", "lista.csv");
    expect(one).toMatchObject({ state: "received", fileName: "lista.csv", rows: 2, by: "Adela Admin", report: null });
    expect(one.columns.map(({ name }) => name)).toEqual(["Título", "Variant SKU", "Precio", "id", "Notes"]);
    expect(one.columns[0]).toEqual({ name: "Título", samples: ["Manzana", "Pera"] });
    expect(one.mapping).toEqual(["name", "sku", "price", null, null]);
    expect((await call(contract.listImports, undefined, { token })).body.data).toMatchObject([{ _id: one._id }]);
  });

  test("may be an Excel workbook", async () => {
    const one = await door.check(await door.send(workbook([HEAD.split(","), ["A1", "Apple", "Fruit", "Apples", 1.5, 5]]), "products.xlsx"));
    expect(one).toMatchObject({ rows: 1, mapping: HEAD.split(","), report: { added: 1 } });
    expect(await door.rows(one, "added")).toMatchObject([{ line: 2, after: { price: 1.5, stock: 5 } }]);
  });

  test("may be gzipped, and have a byte order mark, tabs or CRLF", async () => {
    const text = `\uFEFF${file("A1,Apple,Fruit,Apples,1.00,5")}`.replaceAll(",", "\t").replaceAll("\n", "\r\n");
    const one = await door.send(new Uint8Array(gzipSync(text)));
    expect(one).toMatchObject({ rows: 1, mapping: HEAD.split(",") });
  });

  test.each([
    ["", "The file is empty."],
    ["\n\n", "The file is empty."],
    ["PK\u0003\u0004\u0000\u0000", "The file is damaged:"],
    ["\u0000\u0001\u0002", "This file is not a table we can read. Save it as an Excel workbook (.xlsx) or CSV file and try again."],
    [Array.from({ length: 201 }, (_, n) => `c${n}`).join(","), "The file has more than 200 columns."],
  ])("%j is refused with a reason and leaves nothing behind", async (content, message) => {
    await expect(door.send(content)).rejects.toThrow(message);
    const { rows } = await shop.shop.database.pool.query("select id from catalogue_import");
    expect(rows).toEqual([]);
  });

  test("a damaged gzip file is refused", async () => {
    const packed = gzipSync(file(...Array.from({ length: 3000 }, (_, n) => `A${n},Apple ${Math.sin(n)},Fruit,Apples,1.00,5`)));
    await expect(door.send(new Uint8Array(packed.subarray(0, -500)))).rejects.toThrow("The file is damaged: unexpected end of file.");
  });

  test.each(["browser", "command"])("may have equally many rows from the %s, with the same message beyond", async (from) => {
    const { db, pool } = shop.shop.database;
    const { rows } = await pool.query<{ id: string }>("select id from user_account limit 1");
    const receive = (...lines: string[]) =>
      receiveFile(db, Readable.from([Buffer.from(file(...lines))]), {
        byId: from === "browser" ? rows[0]!.id : null,
        fileName: "goods.csv",
        most: { ...contract.MOST_OF_FILE, rows: 2 },
      });
    await receive("A1,Apple,Fruit,Apples,1.00,5", "A2,Pear,Fruit,Pears,1.00,5");
    await expect(receive("A1", "A2", "A3")).rejects.toThrow("The file has more than 2 rows. Split it.");
    expect((await pool.query("select file_name from catalogue_import")).rows).toHaveLength(1);
  });

  test("an unknown id is a 404, an invalid one a 400", async () => {
    const unknown = "0".repeat(32);
    for (const one of [contract.getImport, contract.stopImport, refusedRows])
      expect((await call(one as typeof contract.getImport, undefined, { token, params: { importId: unknown } })).status).toBe(404);
    expect((await call(contract.getImport, undefined, { token, params: { importId: "x" } })).status).toBe(400);
  });
});

describe("the check", () => {
  test("lists row by row what would be added, changed and refused, and changes nothing", async () => {
    await bring(file("A1,Apple,Fruit,Apples,1.00,5", "A2,Pear,Fruit,Pears,1.00,5"));
    const before = await products();
    const one = await door.check(
      await door.send(
        file("A1,Apple,Fruit,Apples,1.00,5", "A2,Pear,Fruit,Apples,2.50,7", "A3,Plum,Stone fruit,Plums,3.00,", "A4,Fig,Fruit,Figs,x,"),
      ),
    );
    expect(one).toMatchObject({ state: "checked", rows: 4, done: 4, report: { added: 1, changed: 1, same: 1, refused: 1 } });
    expect(one.report!.newShelves).toEqual({ category: ["Stone fruit"], subCategory: ["Plums"] });
    expect(await door.rows(one, "changed")).toMatchObject([
      {
        line: 3,
        name: "Pear",
        sku: "A2",
        before: { price: 1, stock: 5, subCategory: ["Pears"] },
        after: { price: 2.5, stock: 7, subCategory: ["Apples"] },
      },
    ]);
    expect(await door.rows(one, "added")).toMatchObject([
      { line: 4, name: "Plum", productId: null, after: { stock: 100, category: ["Stone fruit"] } },
    ]);
    expect(await door.rows(one, "refused")).toMatchObject([
      {
        line: 5,
        name: "Fig",
        sku: "A4",
        reason: expect.stringMatching(/^price "x" must be/),
        cells: ["A4", "Fig", "Fruit", "Figs", "x", ""],
      },
    ]);
    expect(await products()).toEqual(before);
    expect((await call(listCategories)).body.data.map(({ name }: { name: string }) => name)).toEqual(["Fruit"]);
  });

  test("can be repeated with other columns and another default stock", async () => {
    const sent = await door.send("a,b,c,d,e\nA1,Apple,Fruit,Apples,1.00\n");
    expect(sent.mapping).toEqual([null, null, null, null, null]);
    const { status, body } = await call(contract.checkImport, { mapping: sent.mapping }, { token, params: { importId: sent._id } });
    expect([status, body.message]).toEqual([400, "mapping needs a column with the sku or the id, which tells the products apart"]);
    expect((await door.check(sent, ["sku", "name", "category", "sub_category", null])).report).toMatchObject({ refused: 1 });
    const again = await door.check(sent, ["sku", "name", "category", "sub_category", "price"], 7);
    expect(again.report).toMatchObject({ added: 1, refused: 0 });
    await door.apply(again);
    expect(await products()).toMatchObject([{ name: "Apple", price: 1, stock: 7 }]);
  });

  test("matches products by id before sku, and refuses what is ambiguous", async () => {
    await bring(file("A1,Apple,Fruit,Apples,1.00,5", "A2,Pear,Fruit,Pears,1.00,5", "A3,Plum,Fruit,Plums,1.00,5"));
    const id = Object.fromEntries((await products()).map(({ sku, _id }) => [sku, _id]));
    await call(deleteProduct, { _id: id["A3"]! }, { token });
    const one = await door.check(
      await door.send(
        `id,sku,price\n${id["A1"]},NEW,2.00\n,A2,2.00\n${id["A1"]},,3.00\n${id["A2"]},NEW,3.00\n${id["A3"]},,1.00\nabc,,1.00\n`,
      ),
      ["id", "sku", "price"],
    );
    expect(one.report).toMatchObject({ changed: 2, refused: 4 });
    expect((await door.rows(one, "refused")).map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      "4: id is of the same product as line 2",
      '5: sku "NEW" is also in line 2',
      "6: id belongs to a deleted product: restore it, or empty the id",
      '7: id "abc" is not the id of a product in this shop',
    ]);
    const taken = await door.check(await door.send(`id,sku\n${id["A1"]},A2\n`), ["id", "sku"]);
    expect(await door.rows(taken, "refused")).toMatchObject([{ reason: 'sku "A2" belongs to another product ("Pear")' }]);
  });

  test("returns refused rows with their reasons; once fixed, they can be imported", async () => {
    const one = await door.check(await door.send(file("A1,Apple,Fruit,Apples,1.00,5", 'A2,"Pear, green",Fruit,Pears,,', "A3,Short")));
    const csv = await readDocument(shop, refusedRows.path.replace(":importId", one._id), token);
    expect(csv).toBe(
      `\uFEFF${HEAD},line,reason\r\nA2,"Pear, green",Fruit,Pears,,,3,price is empty\r\nA3,Short,,,,,4,has 2 cells instead of 6\r\n`,
    );
    const inSpanish = await inLanguage("es", () => readDocument(shop, refusedRows.path.replace(":importId", one._id), token));
    expect(inSpanish.split("\r\n")[0]).toBe(`\uFEFF${HEAD},fila,motivo`);
    for (const file of [csv, inSpanish]) {
      const mended = await door.check(await door.send(file.replace("Pears,,,", 'Pears,"2,00",,')));
      expect(mended.report).toMatchObject({ added: 1, refused: 1 });
    }
  });

  test("unpaired surrogates are refused like other unreadable text", async () => {
    const long = `${"x".repeat(59)}🥑🥑 ${"x".repeat(60)}🥑`;
    const utf16 = Buffer.from(
      `\uFEFF${file("A1,Apple,Fruit,Apples,1.00,5", "A2,\ud83e,Fruit,Apples,1.00,5", `A3,Fig,Fruit,Figs,${long},5`)}`,
      "utf16le",
    );
    const one = await door.check(await door.send(new Uint8Array(utf16)));
    expect(one.report).toMatchObject({ added: 1, refused: 2 });
    const reasons = (await door.rows(one, "refused")).map(({ reason }) => reason);
    expect(reasons).toEqual(["name is not UTF-8 text", expect.stringMatching(/^price "x{59}\uFFFD…" must be/)]);
  });

  test("can be stopped, and the job of a stopped run does nothing", async () => {
    const sent = await door.send(file("A1,Apple,Fruit,Apples,1.00,5"));
    const params = { importId: sent._id };
    await call(contract.checkImport, { mapping: sent.mapping }, { token, params });
    expect((await call(contract.checkImport, { mapping: sent.mapping }, { token, params })).status).toBe(409);
    expect((await call(contract.stopImport, undefined, { token, params })).body.data.state).toBe("received");
    await doJobs();
    expect(await door.read(sent._id)).toMatchObject({ state: "received", report: null });
  });
});

describe("writing", () => {
  test("is audited once for the file and once per product, and updates the search", async () => {
    await bring(file("A1,Apple,Fruit,Apples,1.00,5", "A2,Pear,Fruit,Pears,1.00,5"));
    const one = await bring(file("A1,Quince,Fruit,Apples,1.00,5", "A2,Pear,Fruit,Pears,1.00,5", "A3,Plum,Fruit,Plums,1.00,"));
    const quince = (await products()).find(({ sku }) => sku === "A1")!;
    expect(await changes({ kind: "product", id: quince._id })).toMatchObject([
      { action: "imported", by: { name: "Adela Admin" }, before: { name: "Apple" }, after: { name: "Quince" }, changeId: one._id },
      { action: "added", after: { name: "Apple", category: ["Fruit"] } },
    ]);
    expect((await changes({ kind: "import" })).slice(0, 2)).toMatchObject([
      { thingName: "products.csv", action: "imported", after: { added: 1, changed: 1, same: 1, refused: 0 } },
      { after: { added: 2 } },
    ]);
    expect([await found("quince"), await found("apple")]).toEqual([["Quince"], ["Quince"]]);
  });

  test("is refused for an outdated check, and happens once", async () => {
    const sent = await door.send(file("A1,Apple,Fruit,Apples,1.00,5"));
    const first = await door.check(sent);
    const second = await door.check(sent);
    expect((await door.apply(first)).answer.status).toBe(409);
    expect((await door.apply(second)).now.state).toBe("applied");
    expect((await door.apply(second)).answer).toMatchObject({ status: 409, body: { message: "This file is already imported" } });
    expect(await products()).toHaveLength(1);
  });

  test("does not overwrite products changed since the check: nothing is written, and the file is checked again", async () => {
    await bring(file("A1,Apple,Fruit,Apples,1.00,5"));
    const one = await door.check(await door.send(file("A1,Apple,Fruit,Apples,9.00,5", "A2,Pear,Fruit,Pears,1.00,5")));
    const [apple] = await products();
    const { _id, category, subCategory, ...fields } = apple!;
    const sent = { ...fields, _id, category: [category[0]!._id], subCategory: [subCategory[0]!._id], unit: "1 kg", description: "Red" };
    expect((await call(updateProduct, sent, { token })).status).toBe(200);
    const { now } = await door.apply(one);
    expect(now).toMatchObject({ state: "checked", report: { added: 1, changed: 1 } });
    expect(now.problem).toBe("Someone changed these products after the check: Apple. Nothing was imported. Please review the new results.");
    expect(await products()).toMatchObject([{ price: 1, unit: "1 kg" }]);
    await door.apply(now);
    expect((await products()).find(({ sku }) => sku === "A1")).toMatchObject({ price: 9, unit: "1 kg", description: "Red" });
  });

  test("pieces sold since the check stay sold", async () => {
    await bring(file("A1,Apple,Fruit,Apples,1.00,10"));
    const one = await door.check(await door.send(file("A1,Apple,Fruit,Apples,1.00,15")));
    await shop.shop.database.pool.query("update product set stock = stock - 4, sold = sold + 4");
    expect((await door.apply(one)).now.state).toBe("applied");
    expect(await products()).toMatchObject([{ stock: 11 }]);

    const fewer = await door.check(await door.send(file("A1,Apple,Fruit,Apples,1.00,1")));
    await shop.shop.database.pool.query("update product set stock = stock - 5, sold = sold + 5");
    expect((await door.apply(fewer)).now).toMatchObject({ state: "checked", problem: expect.stringContaining("Apple") });
    expect((await shop.shop.database.pool.query("select stock from product")).rows).toEqual([{ stock: 6 }]);
  });

  test.each([
    ["an abandoned run", "now() - interval '9 seconds'"],
    ["a run whose last sign of life is a day ahead, because the clock was", "now() + interval '1 day'"],
  ])("%s is taken over or restarted, and the old one writes nothing", async (_which, aliveAt) => {
    const one = await door.check(await door.send(file("A1,Apple,Fruit,Apples,1.00,10")));
    const params = { importId: one._id };
    const again = () => call(contract.applyImport, { checkId: one.checkId! }, { token, params });
    expect((await again()).status).toBe(200);
    expect(await again()).toMatchObject({ status: 409, body: { message: "This file is being processed" } });
    await shop.shop.database.pool.query(`update catalogue_import set alive_at = ${aliveAt}`);
    expect(await door.read(one._id)).toMatchObject({ state: "applying", stalled: true });
    expect(await readStalled(shop.shop.database.db)).toMatchObject([{ id: one._id, state: "applying" }]);
    expect((await again()).body.data).toMatchObject({ state: "applying", stalled: false });
    await doJobs();
    expect(await door.read(one._id)).toMatchObject({ state: "applied" });
    expect((await call(listAdminChanges, { kind: "import", id: one._id }, { token })).body.data).toHaveLength(1);
  });

  test("when two admins import the same new products, the second is told and adds no duplicates", async () => {
    const other = importing(shop, (await makeAdmin(shop, { name: "Bruno" })).token);
    const mine = await door.check(await door.send(file("A1,Apple,Fruit,Apples,1.00,10")));
    const theirs = await other.check(await other.send(file("A1,Apple,Fruit,Apples,2.00,10")));
    await call(contract.applyImport, { checkId: mine.checkId! }, { token, params: { importId: mine._id } });
    const { now } = await other.apply(theirs);
    const states = [await door.read(mine._id), now].map(({ state }) => state).toSorted();
    expect(states).toEqual(["applied", "checked"]);
    expect(await products()).toHaveLength(1);
  });

  test("after a failure in the middle, what was written stays, and the rest can be imported later", async () => {
    await shop.shop.database.pool.query("alter table product add constraint no_b600 check (sku <> 'B600')");
    const lines = Array.from({ length: 900 }, (_, n) => `B${n},Berry ${n},Fruit,Berries,1.00,5`);
    const one = await door.check(await door.send(file(...lines)));
    const { now } = await door.apply(one);
    expect(now).toMatchObject({ state: "checked", report: { added: 400, same: 500, refused: 0 } });
    expect(now.problem).toBe("Something went wrong on our side. 500 of 900 rows are done. Please review the new results.");
    expect((await call(listProducts)).body.totalCount).toBe(500);
    await shop.shop.database.pool.query("alter table product drop constraint no_b600");
    expect((await door.apply(now)).now.state).toBe("applied");
    expect((await call(listProducts)).body.totalCount).toBe(900);
    const { body } = await call(listAdminChanges, { kind: "import", id: one._id }, { token });
    expect(body.data.map(({ after }: { after: { added: number } }) => after.added)).toEqual([400, 500]);
  });

  test("commits in batches, so that no order waits for the whole file", async () => {
    for (const price of ["1.00", "2.00"])
      await bring(file(...Array.from({ length: 3 * BATCH - 1 }, (_, n) => `B${n},Berry ${n},Fruit,Berries,${price},5`)));
    const { rows } = await shop.shop.database.pool.query("select count(*)::int as count from product group by xmin::text order by 1");
    expect(rows.map(({ count }) => count)).toEqual([BATCH - 1, BATCH, BATCH]);
    expect(new Set((await products()).map(({ price }) => price))).toEqual(new Set([2]));
  });

  test("a batch that waits for a shelf to be renamed locks no product meanwhile", async () => {
    await bring(file("R1,Radish,Roots,Radishes,1.00,5", "R2,Turnip,Roots,Turnips,1.00,5"));
    const { pool } = shop.shop.database;
    const renaming = await pool.connect();
    try {
      const one = await door.check(await door.send(file("R1,Radish,Roots,Radishes,2.00,5", "R2,Turnip,Roots,Turnips,2.00,5")));
      await call(contract.applyImport, { checkId: one.checkId! }, { token, params: { importId: one._id } });
      // As if a process had died after the first row, since the first transaction locks all shelves.
      await pool.query("update catalogue_import set done = 1 where id = $1", [one._id]);
      await renaming.query("begin");
      await renaming.query("select from category for update");
      const jobs = doJobs();
      await untilBlocked(shop);
      await pool.query("select from product for update nowait");
      await renaming.query("rollback");
      await jobs;
      expect(await door.read(one._id)).toMatchObject({ state: "applied" });
    } finally {
      await renaming.query("rollback");
      renaming.release();
    }
  });

  test("orders continue during an import of all prices, each charged the price it was placed at", async () => {
    const count = 8 * BATCH;
    const lines = (price: string) => file(...Array.from({ length: count }, (_, n) => `B${n},Berry ${n},Fruit,Berries,${price},50`));
    await bring(lines("1.00"));
    const ids = (await shop.shop.database.pool.query<{ id: string }>("select id from product order by id")).rows.map(({ id }) => id);
    const buyers = await Promise.all(Array.from({ length: 3 }, () => newCashBuyer(shop)));
    const one = await door.check(await door.send(lines("2.00")));
    const applied = door.apply(one);
    const answers = await Promise.all(
      buyers.map(async ({ order }, b) => {
        const placed = [];
        for (let n = b; n < 240; n += 3) placed.push(await order([{ productId: ids[(n * 37) % count]!, quantity: 1 }]));
        return placed;
      }),
    );
    expect((await applied).now.state).toBe("applied");
    expect(new Set(answers.flat().map(({ status }) => status))).toEqual(new Set([200]));
    const { rows: charged } = await shop.shop.database.pool.query(
      "select distinct total_cents::int as cents from customer_order order by 1",
    );
    expect(charged).toEqual([{ cents: 100 }, { cents: 200 }]);
  });

  test("resumes after the last batch if its process died, and another run can take over", async () => {
    const lines = Array.from({ length: 2 * BATCH }, (_, n) => `B${n},Berry ${n},Fruit,Berries,1.00,5`);
    const one = await door.check(await door.send(file(...lines)));
    const { pool } = shop.shop.database;
    await pool.query(`create function die() returns trigger language plpgsql as $$ begin
      if new.sku = 'B${BATCH}' then raise exception 'the database went away' using errcode = '57P01'; end if; return new; end $$`);
    await pool.query("create trigger die before insert on product for each row execute function die()");
    expect((await door.apply(one)).now).toMatchObject({ state: "applying", done: BATCH });
    expect((await call(listProducts)).body.totalCount).toBe(BATCH);
    await pool.query("drop function die cascade");
    await shop.doJobs("early");
    expect(await door.read(one._id)).toMatchObject({ state: "applied", report: { added: 2 * BATCH } });
    expect((await call(listProducts)).body.totalCount).toBe(2 * BATCH);
  });

  test("a killed process's check and import are continued, by one of the others, and in the language of who began it", async () => {
    const { pool } = shop.shop.database;
    /** The job of a process that died is still locked, and its run gives no sign of life. */
    const die = async () => {
      await pool.query("update graphile_worker._private_jobs set run_at = now() + interval '1 hour'");
      await pool.query("update catalogue_import set alive_at = now() - interval '9 seconds' where run is not null");
    };
    const takeOver = () => Promise.all([takeOverStalled(shop.shop), takeOverStalled(shop.shop), takeOverStalled(shop.shop)]);
    const lines = Array.from({ length: 2 * BATCH }, (_, n) => `B${n},Berry ${n},Fruit,Berries,${n === 0 ? "gratis" : "1.00"},5`);
    const sent = await door.send(file(...lines));
    const params = { importId: sent._id };
    await call(contract.checkImport, { mapping: sent.mapping }, { token, params, spoken: "es" });
    await takeOver();
    expect((await pool.query("select from graphile_worker._private_jobs")).rowCount).toBe(1);
    await die();
    await takeOver();
    await doJobs();
    const checked = await door.read(sent._id);
    expect(checked).toMatchObject({ state: "checked", report: { added: 2 * BATCH - 1, refused: 1 } });
    expect((await door.rows(checked, "refused"))[0]?.reason).toMatch(/^price "gratis" debe/);

    await call(contract.applyImport, { checkId: checked.checkId! }, { token, params });
    await die();
    await takeOver();
    await doJobs();
    expect(await door.read(sent._id)).toMatchObject({ state: "applied", problem: "" });
    expect((await call(listProducts)).body.totalCount).toBe(2 * BATCH - 1);
    expect(await changes({ kind: "import", id: sent._id })).toHaveLength(1);
    await pool.query("delete from graphile_worker._private_jobs");
  });

  test("a run that waits for the database shows that it is alive", { timeout: 20_000 }, async () => {
    const one = await door.check(await door.send(file("A1,Apple,Fruit,Apples,1.00,5")));
    const { pool } = shop.shop.database;
    const other = await pool.connect();
    try {
      await other.query("begin; lock table product in exclusive mode");
      const applied = door.apply(one);
      await expect.poll(async () => (await door.read(one._id)).state).toBe("applying");
      await pool.query("update catalogue_import set alive_at = now() - interval '9 seconds'");
      await expect.poll(async () => (await door.read(one._id)).stalled, { timeout: 5000 }).toBe(false);
      await other.query("rollback");
      expect((await applied).now.state).toBe("applied");
    } finally {
      other.release();
    }
  });

  test("stopped in the middle, it keeps what is written and checks the rest", async () => {
    const lines = Array.from({ length: 2 * BATCH }, (_, n) => `B${n},Berry ${n},Fruit,Berries,1.00,5`);
    const one = await door.check(await door.send(file(...lines)));
    const params = { importId: one._id };
    await call(contract.applyImport, { checkId: one.checkId! }, { token, params });
    await shop.shop.database.pool.query("update catalogue_import set done = $2 where id = $1", [one._id, BATCH]);
    expect((await call(contract.stopImport, undefined, { token, params })).body.data.state).toBe("checking");
    await doJobs();
    const now = await door.read(one._id);
    expect(now).toMatchObject({ state: "checked", problem: expect.stringMatching(/^You stopped the import. 250 of 500 rows are done/) });
  });
});

describe("the export", () => {
  test("can be imported again without changes, whatever the products are called", async () => {
    await bring(
      file("S1,First,Fruit,Apples,1.00,5", "S2,Second,A | B,Bars | Cones,1.00,0", String.raw`S3,Third,Pipe \| shelf,Slash \\ shelf,1.00,5`),
    );
    const shelves = { category: (await call(listCategories)).body.data, subCategory: (await call(listSubCategories)).body.data };
    const all = {
      category: shelves.category.map(({ _id }: Product) => _id),
      subCategory: shelves.subCategory.map(({ _id }: Product) => _id),
    };
    const names = [
      '=HYPERLINK("http://evil.example","x")',
      "+1+1",
      "-1",
      "@SUM(A1)",
      "'=1",
      "''+1",
      "'quoted'",
      'say "hi", they; said',
      "tab\there",
      "  ",
      "ñandú 🥑 <b>",
      "double  space",
      "a|b",
      "\\",
      "12,50",
      "0012",
      "TRUE",
      "1E5",
      "null",
      "a, b",
      "…",
    ];
    const made: Product[] = [];
    for (const [n, name] of names.entries()) {
      const fields = {
        name: name.trim() || "x",
        unit: name.trim() || "x",
        description: `${name}\r\nline two\n\n- three`,
        brand: n % 2 ? name : "",
      };
      const pictures = ["https://a.example/1.jpg?a=1|2", "https://a.example/2.jpg", "/images/red-apple-single-rose/640.webp"].slice(
        0,
        n % 4,
      );
      const more_details = { "=Origin: x": "-1", Text: `two\nlines ${name}` };
      const answer = await call(
        createProduct,
        {
          ...fields,
          ...(n % 3 ? all : { category: [all.category[0]], subCategory: [all.subCategory[3]] }),
          image: pictures,
          stock: n % 2 ? 0 : 12,
          price: 0.01 + n,
          discount: n % 2 ? 99.99 : 0,
          more_details: n % 2 ? more_details : {},
          ...(n % 3 ? { sku: `=${n}` } : {}),
          ...(n === 5 ? { barcode: "0036000291452", cost_price: 0.5 } : {}),
          ...(n === 4 ? { weighed: { by: "piece", grams: 300 } } : {}),
          ...(n === 7 ? { weighed: { by: "weight", grams: 100 } } : {}),
        },
        { token },
      );
      expect(answer.status).toBe(200);
      made.push(answer.body.data);
    }
    await call(deleteProduct, { _id: made[0]!._id }, { token });
    const before = await products();
    const links = (await call(listSubCategories)).body.data;

    const csv = await exported();
    const cells = csv.match(/(?<=^|,|\r\n)(?:"(?:[^"]|"")*"|[^",\r\n]*)/g) ?? [];
    expect(cells).toContain("'+1+1");
    expect(cells.filter((cell) => /^"?[=+\-@\t\r]/.test(cell))).toEqual([]);
    const one = await door.check(await door.send(csv));
    expect(await door.rows(one, "changed")).toEqual([]);
    expect(await door.rows(one, "refused")).toEqual([]);
    expect(one.report).toEqual({
      added: 0,
      changed: 0,
      same: 23,
      refused: 0,
      joined: 0,
      problems: [],
      warnings: [],
      newShelves: { category: [], subCategory: [] },
    });
    await door.apply(one);
    expect(await products()).toEqual(before);
    expect((await call(listSubCategories)).body.data).toEqual(links);

    // Importing into an empty shop restores the same products.
    await shop.shop.database.pool.query("truncate product, category, sub_category cascade");
    shop.shop.invalidations.publish(["*"]);
    const anew = await door.check(await door.send(csv));
    expect(await door.rows(anew, "refused")).toEqual([]);
    await door.apply(anew);
    expect(bare(await products())).toEqual(bare(before));
  });

  test("contains what a search finds, or everything", async () => {
    await bring(file("A1,Green apple,Fruit,Apples,1.00,5", "A2,Pear,Fruit,Pears,1.00,5"));
    expect((await exported("apple")).split("\r\n")).toHaveLength(3);
    expect((await exported()).split("\r\n")).toHaveLength(4);
    expect(await exported("nothing like it")).toMatch(/^\uFEFFid,sku,name,.*\r\n$/);
  });

  test("holds all that a search finds, beyond what a search shows: the ranked ones first", async () => {
    const rows = Array.from({ length: 700 }, (_, n) => `B${n},${n === 699 ? "Apple" : `Baked pie ${n} with apple`},Fruit,Pies,1.00,5`);
    await bring(file(...rows, "C1,Applesauce,Fruit,Pies,1.00,5", "C2,Pear,Fruit,Pies,1.00,5"));
    const skus = (await exported("appl"))
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.split(",")[1]);
    expect(skus[0]).toBe("B699");
    expect(new Set(skus)).toEqual(new Set(["C1", ...rows.map((_, n) => `B${n}`)]));
    expect(skus).toHaveLength(701);
    expect((await exported("baked apple")).split("\r\n")).toHaveLength(699 + 2);
  });

  test("Spanish texts come back unchanged, and shelves get the Spanish names of the file", async () => {
    const head = "sku,name,category,sub_category,price,stock,name_es,unit_es,description_es,more_details_es,category_es,subcategory_es";
    const goods = [
      'A1,Apples,Fruit|Snacks,Apples,2.00,10,"=Manzanas","1 kilo","Dulces, ""ricas""",Origen: Perú,Frutas|Piqueos,Manzanas',
      "A2,Pears,Fruit,Pears,2.00,10,,,,,Fruta,Fruta|Peras",
    ];
    await bring([head, ...goods, ""].join("\n"));
    expect([await names(listCategories), await names(listSubCategories)]).toEqual([
      ["Fruit: Frutas", "Snacks: Piqueos"],
      ["Apples: Manzanas", "Pears: undefined"],
    ]);
    const file = await exported();
    expect(file).toContain("'=Manzanas");
    const again = await door.check(await door.send(file));
    expect(again.report).toMatchObject({ added: 0, changed: 0, same: 2, refused: 0 });

    const { report } = await door.check(await door.send(`${head}\nA2,Pears,Fruit,Pears,2.00,10,Peras,,,,Fruta,Fruta|Peras\n`));
    expect(report?.warnings.map(({ text }) => text).toSorted()).toEqual([
      "category_es was left out: has another Spanish name",
      "sub_category_es needs one name for each sub category, so it was left out",
    ]);
    const later = await bring(`${head}\nA2,Pears,Fruit,Pears,2.00,10,Peras,,,,,Peras\n`);
    expect(later.report).toMatchObject({ changed: 1 });
    expect(await names(listSubCategories)).toContain("Pears: Peras");
  });

  test("a shelf is found by its Spanish name, too, unless another has that as its own name", async () => {
    const head = "sku,name,category,sub_category,price,stock,category_es,sub_category_es";
    await bring(`${head}\nA1,Rolls,Bakery,Bread,2.00,10,Panadería,Panes\n`);
    await bring(file("A2,Ciabatta,panadería,PANES,1.00,5"));
    expect([await names(listCategories), await names(listSubCategories)]).toEqual([["Bakery: Panadería"], ["Bread: Panes"]]);
    await bring(`${head}\nA3,Panes,Panes,Otros,2.00,10,,\n`);
    await bring(file("A4,Ciabatta,Panes,Panes,1.00,5"));
    const { shelves } = bare(await products()).find(({ sku }) => sku === "A4")!;
    expect(shelves).toEqual(["Panes", "Bread"]);
    // Two shelves of the same Spanish name leave open which is meant.
    await bring(`${head}\nA5,Buns,Rolls,Buns,2.00,10,Panadería,\n`);
    await bring(file("A6,Ciabatta,Panadería,Panes,1.00,5"));
    expect(await names(listCategories)).toContain("Panadería: undefined");
  });

  test("the template can be imported", async () => {
    const one = await door.check(await door.send(await readDocument(shop, contract.importTemplate.path, token)));
    expect(one.report).toMatchObject({ added: 2, refused: 0 });
  });
});

const listed = async () =>
  (await call(contract.listImports, undefined, { token })).body.data.map(({ fileName }: contract.ProductImport) => fileName);

describe("how many files the shop stores", () => {
  const { db, pool } = shop.shop.database;

  test("a new file replaces the oldest ones", async () => {
    for (const name of ["a.csv", "b.csv", "c.csv"]) await door.send(file("1,Fig,Fruit,Figs,1,1"), name);
    const { rows } = await pool.query("select by_id from catalogue_import limit 1");
    await insertImport(db, "d", rows[0].by_id, "d.csv", { ...STORED, files: 3 });
    expect(await listed()).toEqual(["c.csv", "b.csv"]);
  });

  test("a large one replaces the oldest ones too, unless they are being processed; then it is refused and leaves nothing", async () => {
    const large = file(...Array.from({ length: 40 }, (_, n) => `L${n},Fig ${"of great size ".repeat(20)},Fruit,Figs,1,1`));
    const sent = await door.send(large, "a.csv");
    await door.send(large, "b.csv");
    const { rows } = await pool.query("select by_id, bytes::int as bytes from catalogue_import limit 1");
    const receive = (fileName: string) => {
      const stored = { ...STORED, bytes: rows[0].bytes * 2.5 };
      return receiveFile(db, Readable.from([Buffer.from(large)]), { byId: rows[0].by_id, fileName, stored });
    };
    await receive("c.csv");
    expect(await listed()).toEqual(["c.csv", "b.csv"]);
    await pool.query("update catalogue_import set run = 'at work'");
    await expect(receive("d.csv")).rejects.toThrow("There's no room for this file right now.");
    expect(await listed()).toEqual(["c.csv", "b.csv"]);
    expect((await pool.query("select 1 from catalogue_import_row where import_id = $1", [sent._id])).rowCount).toBe(0);
  });

  test("a file being checked is not replaced, and only a few are received concurrently", async () => {
    const sent = await door.send(file("1,Fig,Fruit,Figs,1,1"), "a.csv");
    await call(contract.checkImport, { mapping: sent.mapping, defaultStock: 1 }, { token, params: { importId: sent._id } });
    const { rows } = await pool.query("select by_id from catalogue_import");
    const begin = (id: string) => insertImport(db, id, rows[0].by_id, `${id}.csv`, { ...STORED, files: 1 });
    expect([await begin("x"), await begin("y"), await begin("z"), await begin("w")]).toEqual([true, true, true, false]);
    expect(await listed()).toEqual(["a.csv"]);
    await expect(door.send(file("1,Fig,Fruit,Figs,1,1"))).rejects.toThrow("Other files are being uploaded right now.");
  });
});
