import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Db } from "./connect.ts";
import { MIGRATIONS } from "./schema-version.ts";

let newest: number | undefined;

/** Whether the database has every migration this program knows. */
export async function isMigrated(db: Db): Promise<boolean> {
  newest ??= readMigrationFiles({ migrationsFolder: MIGRATIONS }).at(-1)?.folderMillis ?? 0;
  const { rows } = await db.execute<{ done: boolean }>(
    sql`select coalesce(max(created_at) >= ${newest}, false) as done from drizzle.__drizzle_migrations`,
  );
  return rows[0]?.done === true;
}
