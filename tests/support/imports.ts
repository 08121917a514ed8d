import * as contract from "#features/catalogue/import/contract.ts";
import { listImportRows, type ImportRow } from "#features/catalogue/import/row/contract.ts";
import { sendFile } from "./send-file.ts";
import type { TestShop } from "./test-shop.ts";

/** Drives an import through the back-office API, running its jobs in between. */
export function importing(shop: TestShop, token: string) {
  const { call, doJobs } = shop;
  const read = async (importId: string): Promise<contract.ProductImport> => {
    const { body } = await call(contract.getImport, undefined, { token, params: { importId } });
    return body.data;
  };
  return {
    read,
    async send(content: string | Uint8Array<ArrayBuffer>, name = "products.csv"): Promise<contract.ProductImport> {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      const answer = await sendFile(shop, contract.sendImport, bytes, { token, name, type: "text/csv" });
      if (answer.status !== 200) throw new Error(answer.body.message);
      return answer.body.data;
    },
    /** Checks a file with the guessed mapping, or another one. */
    async check(one: contract.ProductImport, mapping: contract.Mapping = one.mapping, defaultStock = one.defaultStock) {
      const { _id, shelf, makeSkus } = one;
      await call(contract.checkImport, { mapping, defaultStock, shelf, makeSkus }, { token, params: { importId: _id } });
      await doJobs();
      return read(_id);
    },
    async rows({ _id }: contract.ProductImport, outcome: contract.Outcome, after = 0): Promise<ImportRow[]> {
      const { body } = await call(listImportRows, { outcome, after }, { token, params: { importId: _id } });
      return body.data;
    },
    async apply({ _id, checkId }: contract.ProductImport) {
      const answer = await call(contract.applyImport, { checkId: checkId! }, { token, params: { importId: _id } });
      await doJobs();
      return { answer, now: await read(_id) };
    },
  };
}

/** Fetches a document as text. */
export async function readDocument({ app }: TestShop, url: string, token: string): Promise<string> {
  const answer = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.body;
}

/** Ten kinds of invalid rows, with the expected refusal in lower case. Columns as in {@link HEAD}. */
export const BAD_ROWS: readonly [cells: (n: number) => string, reason: string][] = [
  [(n) => `,No sku ${n},,Fruit,Apples,,,1,1.00,0,,`, "sku is empty"],
  [(n) => `bad-${n},,,Fruit,Apples,,,1,1.00,0,,`, "name is empty"],
  [(n) => `bad-${n},Bad ${n},,,Apples,,,1,1.00,0,,`, "category is empty"],
  [(n) => `bad-${n},Bad ${n},,Fruit,${"Apples ".repeat(20)},,,1,1.00,0,,`, "sub category is longer than 100 characters"],
  [(n) => `bad-${n},Bad ${n},,Fruit,Apples,,,1,free,0,,`, 'price "free" must be'],
  [(n) => `bad-${n},Bad ${n},,Fruit,Apples,,,1,-2.00,0,,`, 'price "-2.00" must be'],
  [(n) => `bad-${n},Bad ${n},,Fruit,Apples,,,1,1.00 - 2.00,0,,`, 'price "1.00 - 2.00" must be'],
  [(n) => `bad-${n},Bad ${n},,Fruit,Apples,,,1,,0,,`, "price is empty"],
  [(n) => `bad-${n},${"Bad ".repeat(80)}${n},,Fruit,Apples,,,1,1.00,0,,`, "name is longer than 250 characters"],
  [(n) => `bad-${n},Bad ${n},,Fruit`, "has 4 cells instead of"],
];

export const HEAD = "sku,name,brand,category,sub_category,type,unit,stock,price,discount,description,images";

/** A file with this many valid rows and, between them, invalid ones. @returns the lines of those, and why each is refused */
export function wholeFile(products: number, bad: number): { text: string; lines: Map<number, string> } {
  const lines = new Map<number, string>();
  const rows: string[] = [HEAD];
  const every = Math.floor(products / bad);
  for (let n = 0; n < products; n++) {
    rows.push(goodRow(n));
    if (n % every > 0 || lines.size === bad) continue;
    const [make, reason] = BAD_ROWS[lines.size % BAD_ROWS.length]!;
    rows.push(make(lines.size));
    lines.set(rows.length, reason);
  }
  return { text: rows.join("\n"), lines };
}

function goodRow(n: number): string {
  const shelf = n % 90;
  return `sku-${n},Product number ${n},Brand ${n % 300},Category ${shelf % 11},Shelf ${shelf},Kind ${n % 40},${n % 900} g,,${(n % 900) + 1}.50,${n % 20},,`;
}
