import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { eq } from "drizzle-orm";
import { connections } from "../tables.ts";
import type { Service } from "./contract.ts";

export type StoredKeys = typeof connections.$inferSelect;

export async function readConnections(db: Db): Promise<StoredKeys[]> {
  return db.select().from(connections);
}

/** Stores the keys of a service. @param sealed encrypted */
export async function writeConnection(tx: Db, service: Service, sealed: string): Promise<void> {
  await tx
    .insert(connections)
    .values({ service, sealed })
    .onConflictDoUpdate({ target: connections.service, set: { sealed, changedAt: sql`now()` } });
}

export async function deleteConnection(tx: Db, service: Service): Promise<void> {
  await tx.delete(connections).where(eq(connections.service, service));
}
