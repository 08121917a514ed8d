import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { language } from "#words/language.ts";
import { narrowingDetails } from "./tables.ts";

/** A detail that lists can be narrowed by. */
export interface Detail {
  name: string;
  /** What Spanish texts call it; empty if they don't have it. */
  nameEs: string;
}

/** The details that lists can be narrowed by, in order. */
export async function readDetails(db: Db): Promise<Detail[]> {
  const { name, nameEs, place } = narrowingDetails;
  return db.select({ name, nameEs }).from(narrowingDetails).orderBy(place);
}

/** The details that products have, and how many products have them; most frequent first. */
export async function readKnownDetails(db: Db): Promise<{ value: string; count: number }[]> {
  const { rows } = await db.execute<{ value: string; count: number }>(sql`
    select value, count(*)::int as count from product, jsonb_object_keys(more_details) value
    where deleted_at is null group by value order by count desc, value limit 100`);
  return rows;
}

/** Replaces the details that lists can be narrowed by. */
export async function writeDetails(tx: Db, details: readonly Detail[]): Promise<void> {
  await Promise.all([
    tx.delete(narrowingDetails),
    ...(details.length > 0 ? [tx.insert(narrowingDetails).values(details.map((detail, place) => ({ ...detail, place })))] : []),
  ]);
}

/** The values of a detail: "Vegan, Gluten-free" are two. */
export const valuesOf = (name: string) => sql`string_to_array(replace(p.more_details ->> ${name}::text, ', ', ','), ',')`;

/** The same values in Spanish, in the same order; null if there are not as many. */
export function spanishValuesOf({ name, nameEs }: Detail): SQL {
  if (language() === "en" || nameEs === "") return sql`null::text[]`;
  const values = sql`string_to_array(replace(p.more_details_es ->> ${nameEs}::text, ', ', ','), ',')`;
  return sql`case when cardinality(${values}) = cardinality(${valuesOf(name)}) then ${values} end`;
}
