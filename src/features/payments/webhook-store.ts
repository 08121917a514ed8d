import { lt, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import { webhookEvents } from "./tables.ts";

/** Records a webhook. @returns false if it was recorded before */
export async function insertWebhookEvent(tx: Db, provider: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.insert(webhookEvents).values({ provider, id }).onConflictDoNothing();
  return rowCount === 1;
}

/** Deletes webhooks that won't come again: providers repeat them for days. */
export async function deleteOldWebhookEvents(db: Db): Promise<void> {
  await deleteInBatches(db, webhookEvents, lt(webhookEvents.receivedAt, sql`now() - interval '30 days'`));
}
