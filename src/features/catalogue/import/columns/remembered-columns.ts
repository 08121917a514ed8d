import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { seesCosts, type Role } from "#shared/roles.ts";
import { USUAL_STOCK, type FileColumn } from "../contract.ts";
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

/** Which columns hold cost prices: whoever leaves them out because of their role must not make the shop forget them. */
export async function rememberedCosts(tx: Db, columns: readonly FileColumn[], role: Role): Promise<boolean[]> {
  return seesCosts(role) ? [] : (await guessColumns(tx, columns)).mapping.map((field) => field === "cost_price");
}

/** Remembers how a file was imported. @param areCosts of {@link rememberedCosts} */
export async function rememberColumns(
  tx: Db,
  { columns, defaultStock, shelf, makeSkus, ...stored }: StoredImport,
  areCosts: readonly boolean[] = [],
): Promise<void> {
  const names = keysOf(columns);
  const mapping = stored.mapping.map((field, place) => (areCosts[place] ? "cost_price" : field));
  const fields = Object.fromEntries(names.map((name, place) => [name, mapping[place] ?? null]));
  const decimals = columns.find(({ isSettled }) => isSettled)?.decimals;
  // An earlier answer holds for files that leave nothing open, too.
  const remembered = { fields, defaultStock, shelf, makeSkus, ...(decimals && { decimals }) };
  await Promise.all([
    tx
      .insert(importColumns)
      .values({ id: idOf(names), ...remembered })
      .onConflictDoUpdate({ target: importColumns.id, set: { ...remembered, usedAt: sql`now()` } }),
    tx.execute(sql`
      delete from catalogue_import_columns where id in (
        select id from catalogue_import_columns order by used_at desc, id offset ${MOST})`),
  ]);
}

/** The names of columns, which a file may have twice. */
function keysOf(columns: readonly FileColumn[]): string[] {
  const bare = columns.map(({ name }) => name.trim().toLowerCase());
  return bare.map((name, place) => `${name}#${bare.slice(0, place).filter((other) => other === name).length}`);
}

const idOf = (names: readonly string[]) => createHash("sha256").update(JSON.stringify(names.toSorted())).digest("hex");
