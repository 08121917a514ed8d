import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { seesCosts, type Role } from "#shared/roles.ts";
import { USUAL_STOCK, type FileColumn, type Mapping } from "../contract.ts";
import type { StoredImport } from "../store.ts";
import { importColumns } from "../tables.ts";
import { settleDecimals } from "./decimals.ts";
import { guessMapping } from "./guess-mapping.ts";

/** How many sets of columns are remembered. */
const MOST = 500;

type Guess = Pick<StoredImport, "mapping" | "columns" | "defaultStock" | "shelf" | "makeSkus" | "remembered">;

/** What the columns hold, and what products get that have no cell for it: as in the last import of a file with the same columns, or else a guess. */
export async function guessColumns(db: Db, columns: readonly FileColumn[]): Promise<Guess> {
  const names = keysOf(columns);
  const [known] = await db
    .select()
    .from(importColumns)
    .where(eq(importColumns.id, idOf(names)));
  if (known) {
    const { fields, decimals, defaultStock, shelf, makeSkus } = known;
    const mapping = names.map((name) => fields[name] ?? null);
    return { mapping, columns: settleDecimals(columns, mapping, decimals), defaultStock, shelf, makeSkus, remembered: true };
  }
  const mapping = guessMapping(columns);
  const hasNumber = mapping.includes("sku") || mapping.includes("id");
  // Shops of other systems often have no numbers for some variants.
  const makeSkus = mapping.includes("name") && (!hasNumber || mapping.includes("group") || mapping.includes("parent"));
  return { mapping, columns: [...columns], defaultStock: USUAL_STOCK, shelf: "", makeSkus, remembered: false };
}

/** Remembers how a file was imported. Whoever leaves out costs because of their role must not make the shop forget them. */
export async function rememberColumns(
  tx: Db,
  { columns, mapping, defaultStock, shelf, makeSkus }: StoredImport,
  role: Role = "ADMIN",
): Promise<void> {
  const names = keysOf(columns);
  const fieldsOf = (held: Mapping) => Object.fromEntries(names.map((name, place) => [name, held[place] ?? null]));
  const fields = fieldsOf(mapping);
  const guessed = seesCosts(role) ? [] : guessMapping(columns);
  const first = fieldsOf(mapping.map((field, place) => (guessed[place] === "cost_price" ? "cost_price" : field)));
  const again = seesCosts(role) ? fields : sql`${JSON.stringify(fields)}::jsonb || ${knownCosts}`;
  const decimals = columns.find(({ isSettled }) => isSettled)?.decimals;
  // An earlier answer holds for files that leave nothing open, too.
  const remembered = { defaultStock, shelf, makeSkus, ...(decimals && { decimals }) };
  await Promise.all([
    tx
      .insert(importColumns)
      .values({ id: idOf(names), fields: first, ...remembered })
      .onConflictDoUpdate({ target: importColumns.id, set: { fields: again, ...remembered, usedAt: sql`now()` } }),
    tx.execute(sql`
      delete from catalogue_import_columns where id in (
        select id from catalogue_import_columns order by used_at desc, id offset ${MOST})`),
  ]);
}

/** SQL for the remembered columns that hold cost prices. */
const knownCosts = sql`coalesce(
  (select jsonb_object_agg(key, value) from jsonb_each(${importColumns.fields}) where value = '"cost_price"'), '{}')`;

/** The names of columns, which a file may have twice. */
function keysOf(columns: readonly FileColumn[]): string[] {
  const bare = columns.map(({ name }) => name.trim().toLowerCase());
  return bare.map((name, place) => `${name}#${bare.slice(0, place).filter((other) => other === name).length}`);
}

const idOf = (names: readonly string[]) => createHash("sha256").update(JSON.stringify(names.toSorted())).digest("hex");
