import { sql, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./connect.ts";

const BATCH = 1000;
/** Anything left after this is deleted in the next run. */
const MOST_BATCHES = 100;

/**
 * Deletes matching rows in small batches, so that each statement is short and holds its locks briefly. Skips rows that another
 * process is deleting. The condition should have an index.
 */
export async function deleteInBatches(db: Db, table: PgTable, where: SQL, batch = BATCH): Promise<void> {
  for (let n = 0; n < MOST_BATCHES; n++) {
    const { rowCount } = await db.execute(sql`
      delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${batch} for update skip locked))`);
    if ((rowCount ?? 0) < batch) return;
  }
}
