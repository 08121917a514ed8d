import * as z from "zod/mini";
import { task, type Job, type Task } from "#server/jobs/jobs.ts";
import type { Database } from "#server/db/connect.ts";
import type { Shop } from "#server/shop.ts";
import { plain, words } from "../engine/words.ts";
import * as store from "./store.ts";

/** The tag of cached completions. */
export const COMPLETIONS = "completions";
/** Longer texts are not searches. */
const LONGEST = 48;
/** A text is found by each of its first words. */
const MOST_KEYS = 4;
/** Rows that are written in one statement. */
const BATCH = 5000;
/** Which kind a text of several kinds is shown as, and how far it ranks above another text with as many products. */
const RANK = { product: 0, brand: 1, shelf: 2 };

const refresh = { name: "search.completions", data: z.unknown() } satisfies Job;

/** Takes the completions from the catalogue every night, at 03:07 UTC. */
export function completionTasks({ database }: Pick<Shop, "database">): Task[] {
  return [task(refresh, () => refreshCompletions(database), { every: "7 3 * * *", lane: "slow" })];
}

/** Takes the completions from the catalogue as it is now. What has not changed is not written again. */
export async function refreshCompletions(database: Database): Promise<void> {
  const rows = toRows(await store.readTexts(database.db));
  for (let start = 0; start < rows.length; start += BATCH) await store.saveRows(database.db, rows.slice(start, start + BATCH));
  await database.transact(async ({ tx, invalidate }) => {
    await store.keepOnly(tx, [...new Set(rows.map(({ text }) => text))]);
    invalidate(COMPLETIONS);
  });
}

/** The rows of all texts. Texts that differ only in case or accents are merged. */
export function toRows(texts: readonly store.Counted[]): store.Row[] {
  const best = new Map<string, store.Counted>();
  for (const counted of texts) {
    const key = keyOf(counted.text);
    const known = best.get(key);
    const kind = known && RANK[known.kind] > RANK[counted.kind] ? known : counted;
    const spoken = known && known.spoken !== counted.spoken ? "" : counted.spoken;
    best.set(key, { ...kind, spoken, count: Math.max(counted.count, known?.count ?? 0) });
  }
  return [...best].flatMap(([whole, { text, kind, count, spoken }]) => {
    if (whole.length < 3 || text.length > LONGEST) return [];
    const all = whole.split(" ");
    const worth = Math.min(400, Math.round(20 * Math.log2(1 + count))) + 10 * RANK[kind];
    return all.slice(0, MOST_KEYS).flatMap((word, place) => {
      const isAlone = place > 0 && (word.length < 3 || words(word)[0]?.stop !== false);
      return isAlone ? [] : [{ key: all.slice(place).join(" "), text, kind, spoken, weight: worth + (place === 0 ? 60 : 0) - all.length }];
    });
  });
}

/** A text as it is compared: lower case, without accents, its words with single spaces between them. */
export function keyOf(text: string): string {
  return (plain(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}
