import { KnownValues } from "#server/cache/known-values.ts";
import type { Db } from "#server/db/connect.ts";
import { oncePerShop } from "#server/once-per-shop.ts";
import type { Shop } from "#server/shop.ts";
import { tagsOf } from "../../catalogue/tags.ts";
import { spanishKey, spanishWord } from "./spanish-names.ts";
import * as store from "./store.ts";

/** If a word is in more products than this, only the best ones are in memory. */
export const MOST_POSTINGS = 20_000;
/** How many results of a search are ranked and counted. */
export const MOST_RESULTS = 600;
/** Most postings in memory, in bytes: whole ones, which take 12 MB with 37,445 products, and the best of each word. */
const MAX_BYTES = { whole: 48_000_000, best: 16_000_000 };
/** Most words, beginnings of words, and products in memory, of each kind. */
const MAX_KNOWN = 50_000;
/** Words that share this many first letters are read from the database in one go. */
const BEGINNING = 3;
/** How many of the most frequent words with a prefix are looked up. */
export const MOST_EXTENSIONS = 24;

/** What decides the place of a product among candidates. */
export type RankedProduct = store.IndexedProduct & store.Standing;

/** What searches read from the index. It stays in memory until the index changes, within limits, so that a catalogue may have any size. */
export class SearchIndex {
  /** For reading what is never in memory. */
  readonly db: Db;
  readonly #words;
  readonly #extensions;
  readonly #similar;
  readonly #shelves;
  readonly #postings;
  readonly #best;
  readonly #products;
  readonly #standings;

  constructor({ database, invalidations }: Pick<Shop, "database" | "invalidations">) {
    const { db, prepared } = database;
    this.db = db;
    const ofIndex = { keysOf: (tag: string) => (isOfIndex(tag) ? ("all" as const) : []), invalidations };
    const known = { ...ofIndex, maxSize: MAX_KNOWN };
    this.#words = new KnownValues({
      ...known,
      read: (beginnings: readonly string[]) => store.readWords(prepared, beginnings, BEGINNING),
      sizeOf: (words) => 1 + (words?.size ?? 0),
    });
    this.#extensions = new KnownValues({
      ...known,
      read: (prefixes: readonly string[]) => store.readExtensions(prepared, prefixes, MOST_EXTENSIONS),
      sizeOf: (words) => 1 + (words?.length ?? 0),
    });
    this.#similar = new KnownValues({
      ...known,
      read: (typed: readonly string[]) => store.readSimilar(db, typed),
      sizeOf: (words) => 1 + (words?.length ?? 0),
    });
    this.#shelves = new KnownValues({ ...known, read: async () => new Map([["all", await store.readShelfWords(db)]]) });
    this.#postings = new KnownValues({
      ...ofIndex,
      maxSize: MAX_BYTES.whole,
      sizeOf: store.bytesOf,
      read: (words: readonly string[]) => store.readPostings(prepared, words, MOST_POSTINGS),
    });
    this.#best = new KnownValues({
      ...ofIndex,
      maxSize: MAX_BYTES.best,
      sizeOf: store.bytesOf,
      read: (words: readonly string[]) => store.readPostings(prepared, words, MOST_RESULTS),
    });
    this.#products = new KnownValues({ ...known, read: (nos: readonly number[]) => store.readIndexed(prepared, nos) });
    this.#standings = new KnownValues({
      invalidations,
      maxSize: MAX_KNOWN,
      read: (ids: readonly string[]) => store.readStandings(prepared, ids),
      keysOf: (tag) => (tag.startsWith(PRODUCT) ? [tag.slice(PRODUCT.length)] : isOfIndex(tag) ? "all" : []),
    });
  }

  /** How many products have each of these words, and the most frequent words with the prefix, English and Spanish. */
  async readWordCounts(words: readonly string[], prefix?: string): Promise<Map<string, number>> {
    const [alike, extensions] = await Promise.all([
      this.#words.read(words.map(beginningOf)),
      this.#extensions.read(prefix ? [prefix, spanishWord(prefix)] : []),
    ]);
    const known = new Map<string, number>();
    for (const [n, word] of words.entries()) {
      const count = alike[n]?.get(word);
      if (count !== undefined) known.set(word, count);
    }
    for (const list of extensions) for (const [word, count] of list ?? []) known.set(word, count);
    return known;
  }

  /** The similar words in the catalogue for each typed word. */
  readSimilar(typed: readonly string[]): Promise<Map<string, store.SimilarWord[]>> {
    return mapOf(typed, this.#similar);
  }

  /** Whether products are on a shelf with exactly this name, or a part of it. @param word as made by `shelfWord` */
  async hasShelf(word: string): Promise<boolean> {
    const [shelves] = await this.#shelves.read(["all"]);
    return shelves!.has(word);
  }

  /** The postings of words that are searched for together: the best {@link MOST_POSTINGS} of each. */
  readPostings(words: readonly string[]): Promise<Map<string, store.Postings>> {
    return mapOf(words, this.#postings);
  }

  /** The best {@link MOST_RESULTS} postings of each word. */
  readBest(words: readonly string[]): Promise<Map<string, store.Postings>> {
    return mapOf(words, this.#best);
  }

  /** What decides the order of products, by their numbers. Products that are gone are left out. */
  async readRanked(nos: readonly number[]): Promise<RankedProduct[]> {
    const products = (await this.#products.read(nos)).filter((product) => product !== undefined);
    const standings = await this.#standings.read(products.map(({ id }) => id));
    return products.flatMap((product, n) => (standings[n] ? { ...product, ...standings[n] } : []));
  }
}

async function mapOf<T>(words: readonly string[], values: KnownValues<string, T>): Promise<Map<string, T>> {
  const found = await values.read(words);
  return new Map(words.flatMap((word, n) => (found[n] ? [[word, found[n]] as const] : [])));
}

/** The first letters of a word, with the mark in front if it is Spanish. */
function beginningOf(word: string): string {
  const end = spanishKey(word) === undefined ? BEGINNING : spanishWord("").length + BEGINNING;
  const beginning = word.slice(0, end);
  return beginning.isWellFormed() ? beginning : word.slice(0, end + 1); // not half a character
}

/** Whether a tag may mean that the index has changed. Sales don't have these tags. */
const isOfIndex = (tag: string) => tag === tagsOf.products || tag === tagsOf.shelves;
const PRODUCT = tagsOf.product("");

/** The index of a shop's products. */
export const searchIndexOf = oncePerShop((shop: Pick<Shop, "database" | "invalidations">) => new SearchIndex(shop));
