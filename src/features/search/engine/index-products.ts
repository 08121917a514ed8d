import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { SQL } from "drizzle-orm";
import type { Database, Db } from "#server/db/connect.ts";
import { tagsOf } from "../../catalogue/tags.ts";
import { refreshCompletions } from "../completions/refresh.ts";
import { indexedWords, type ProductTexts } from "./product-words.ts";
import * as store from "./index-store.ts";

/** Products per batch, and per part of one. */
const BATCH = 1000;
const PART = 125;

/** A hash of the code that breaks products into words. */
const CODE = digest(
  ["words", "synonyms", "nouns", "product-name", "product-words", "spanish-names", "spanish", "spanish-words"].map((file) =>
    readFileSync(join(import.meta.dirname, `${file}.ts`), "utf8"),
  ),
);

/**
 * Updates the index for some products. Call it in the transaction that adds, changes or deletes them, so that
 * search results always match the catalogue. Stock, price and sales are not indexed.
 * @param saveWords saves new words, by default in the same transaction
 */
export async function indexProducts(
  tx: Db,
  ids: readonly string[],
  saveWords: SaveWords = (words) => store.saveWords(tx, words),
): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH) {
    const some = ids.slice(start, start + BATCH);
    const { saved } = await sendTexts(tx, some, await store.readTexts(tx, some, CODE), saveWords);
    await saved;
  }
}

/**
 * Like {@link indexProducts}, in a transaction that has locked neither the products nor what changes them: others index them before or
 * after it.
 */
export async function indexUnlocked(tx: Db, ids: readonly string[]): Promise<void> {
  await store.lockIndexed(tx, ids);
  await indexProducts(tx, ids);
}

/** What the index needs of a product besides its row, for {@link indexWritten}. @param shelves the ids of those that it moves to */
export async function readForIndex(tx: Db, id: string, shelves?: Omit<store.Moved, "id">): Promise<store.IndexContext> {
  const found = await readAllForIndex(tx, store.movedTo([{ id, category: shelves?.category, subCategory: shelves?.subCategory }]));
  return found.get(id)!; // one for each
}

/** Like {@link readForIndex}, for several products, by id. @param products SQL, see {@link store.movedTo} */
export const readAllForIndex = (tx: Db, products: SQL): Promise<Map<string, store.IndexContext>> => store.readForIndex(tx, products, CODE);

/** A product's texts as they will be: its own, and those of its shelves. */
type Written = Omit<ProductTexts, keyof store.IndexContext> & store.IndexContext;

/**
 * Like {@link indexProducts} for a product that is being written, without reading it, to be saved with the commit: resolves once all
 * statements were sent. @param texts null for one that is not for sale
 */
export function indexWritten(tx: Db, id: string, texts: Written | null): Promise<{ saved: Promise<unknown> }> {
  return indexAllWritten(tx, [id], texts ? [texts] : []);
}

/** Like {@link indexWritten}, for several products. @param texts those of the ones that are for sale */
export function indexAllWritten(tx: Db, ids: readonly string[], texts: readonly Written[]): Promise<{ saved: Promise<unknown> }> {
  return sendTexts(tx, ids, texts, (words) => store.saveWords(tx, words));
}

/** Removes products from the index, in the transaction that deletes them. */
export function unindexProducts(tx: Db, ids: readonly string[]): Promise<void> {
  return store.removeProducts(tx, ids);
}

export type SaveWords = (words: ReadonlySet<string>) => Promise<void>;

/** Words of at most so many are remembered, some 20 MB. */
const REMEMBERED = 200_000;

/**
 * Saves new words in transactions of their own, and each word once, since words are never removed. Transactions that index many products
 * at once then don't wait for each other's new words. If they fail, words remain that no product has, as when products change.
 */
export function saveWordsApart(database: Database): SaveWords {
  const saved = new Set<string>();
  return async (words) => {
    const others = words.difference(saved);
    if (others.size === 0) return;
    await database.transact(async ({ tx }) => {
      await store.dontAwaitDisk(tx);
      await store.saveWords(tx, others);
    });
    if (saved.size < REMEMBERED) for (const word of others) saved.add(word);
  };
}

/**
 * Call it after adding or changing many products, outside a transaction. Recounts the words, updates the planner's statistics and
 * takes the completions from the products.
 */
export async function settleIndex(database: Database): Promise<void> {
  await database.transact(async ({ tx, invalidate }) => {
    await store.recountWords(tx);
    invalidate(tagsOf.products);
  });
  await store.vacuum(database.db);
  await refreshCompletions(database);
}

/**
 * Indexes products that are missing from the index or were indexed by older code. Call it when the shop starts.
 * @returns the number of products indexed
 */
export async function indexTheRest(database: Database): Promise<number> {
  let count = 0;
  for (;;) {
    const ids = await store.readOutdated(database.db, CODE, BATCH);
    if (ids.length === 0) break;
    await database.transact(({ tx }) => indexProducts(tx, ids));
    count += ids.length;
  }
  if (count > 0) await settleIndex(database);
  return count;
}

/** The texts in one order, which their hash depends on. */
function inOrder({ id, name, brand, unit, type, description, nameEs, unitEs, descriptionEs, ...shelves }: ProductTexts): ProductTexts {
  const { subCategoriesEs, categoriesEs, subCategories, categories } = shelves;
  const own = { id, name, brand, unit, type, description, nameEs, unitEs, descriptionEs };
  return { ...own, subCategoriesEs, categoriesEs, subCategories, categories };
}

async function sendTexts(
  tx: Db,
  ids: readonly string[],
  all: readonly store.Indexable[],
  saveWords: SaveWords,
): Promise<{ saved: Promise<unknown> }> {
  const products = all.map(({ indexed, ...rest }) => {
    const texts = inOrder(rest);
    return { texts, indexed, textHash: digest(texts) };
  });
  const found = new Set(products.map(({ texts }) => texts.id));
  const others = ids.filter((id) => !found.has(id));
  let saving: Promise<unknown> = store.removeProducts(tx, others);
  saving.catch(() => {}); // awaited later

  const changed = products.filter(({ indexed, textHash }) => textHash !== indexed);
  for (let start = 0; start < changed.length; start += PART) {
    // Broken into words while the database saves the postings of the part before.
    const part = changed.slice(start, start + PART).map((product) => ({ ...product, words: indexedWords(product.texts) }));
    await saving;
    const rows = part.map(({ texts, textHash, words: { impacts: _impacts, ...words } }) => ({
      productId: texts.id,
      ...words,
      department: texts.categories[0] ?? "",
      textHash,
      madeBy: CODE,
    }));
    const postings = part.flatMap(({ words }, index) =>
      [...words.impacts].map(([word, impact]) => ({ at: index + 1, word, impact: Math.round(impact) })),
    );
    const productIds = rows.map(({ productId }) => productId);
    saving = Promise.all([
      store.saveProducts(tx, rows),
      saveWords(new Set(postings.map(({ word }) => word))),
      store.replacePostings(tx, productIds, postings),
    ]);
    saving.catch(() => {}); // awaited later
    await setImmediate(); // sent to the database
  }
  return { saved: saving };
}

function digest(value: unknown): string {
  return createHash("md5").update(JSON.stringify(value)).digest("base64url");
}
