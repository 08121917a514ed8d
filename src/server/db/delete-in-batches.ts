import { sql, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./connect.ts";

const BATCH = 1000;
/** What one round leaves is deleted by the next one. */
const MOST_BATCHES = 100;

/**
 * Deletes the rows of a table that meet a condition, a few at a time: each statement is short, and holds its locks no longer.
 * Rows that another process is deleting are left to it. There should be an index for the condition.
 */
export async function deleteInBatches(db: Db, table: PgTable, where: SQL, batch = BATCH): Promise<void> {
  for (let n = 0; n < MOST_BATCHES; n++) {
    const { rowCount } = await db.execute(sql`
      delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${batch} for update skip locked))`);
    if ((rowCount ?? 0) < batch) return;
  }
}
