import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Database, Db } from "#server/db/connect.ts";
import { indexedWords } from "./product-words.ts";
import * as store from "./index-store.ts";

/** Products that are read and written together. */
const BATCH = 1000;

/** Digest of the code that makes the words of a product. */
const CODE = digest(
  ["words.ts", "synonyms.ts", "nouns.ts", "product-name.ts", "product-words.ts"].map((file) =>
    readFileSync(join(import.meta.dirname, file), "utf8"),
  ),
);

/**
 * Brings the index up to date for some products. To be called in the transaction that adds, changes or deletes them, or
 * renames a shelf they lie on, so that a search never finds what is not there and never misses what is. Stock, price and
 * sales are not in the index.
 */
export async function indexProducts(tx: Db, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH) await indexBatch(tx, ids.slice(start, start + BATCH));
}

/**
 * To be called after many products came or changed, outside of a transaction: counts the words anew and tells PostgreSQL's
 * planner, whose plans are slow otherwise.
 */
export async function settleIndex(db: Db): Promise<void> {
  await store.recountWords(db);
  await store.vacuum(db);
}

/**
 * Indexes what is not indexed yet, or was by older code. To be called when the shop starts.
 * @returns how many products that were.
 */
export async function indexTheRest(database: Database): Promise<number> {
  let count = 0;
  for (;;) {
    const ids = await store.readOutdated(database.db, CODE, BATCH);
    if (ids.length === 0) break;
    await database.transact((tx) => indexProducts(tx, ids));
    count += ids.length;
  }
  if (count > 0) await settleIndex(database.db);
  return count;
}

async function indexBatch(tx: Db, ids: readonly string[]): Promise<void> {
  const products = (await store.readTexts(tx, ids, CODE)).map(({ indexed, ...texts }) => ({ texts, indexed, textHash: digest(texts) }));
  const there = new Set(products.map(({ texts }) => texts.id));
  await store.forget(
    tx,
    ids.filter((id) => !there.has(id)),
  );

  const changed = products
    .filter(({ indexed, textHash }) => textHash !== indexed)
    .map(({ texts, textHash }) => ({ texts, textHash, words: indexedWords(texts) }));
  if (changed.length === 0) return;
  const numbers = await store.saveProducts(
    tx,
    changed.map(({ texts, textHash, words: { nameWords, headWords, brandWords } }) => ({
      productId: texts.id,
      nameWords,
      headWords,
      brandWords,
      department: texts.categories[0] ?? "",
      textHash,
      madeBy: CODE,
    })),
  );
  const postings = changed.flatMap(({ texts, words }) => {
    const no = numbers.get(texts.id)!;
    return [...words.impacts].map(([word, impact]) => ({ no, word, impact: Math.round(impact) }));
  });
  await store.saveWords(tx, new Set(postings.map(({ word }) => word)));
  await store.replacePostings(tx, [...numbers.values()], postings);
}

function digest(value: unknown): string {
  return createHash("md5").update(JSON.stringify(value)).digest("base64url");
}
