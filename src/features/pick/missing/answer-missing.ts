import { sql, type SQL } from "drizzle-orm";
import type { Database } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { t } from "#words/t.ts";
import type { MissingChoice } from "../../orders/contract.ts";
import { setIfMissing } from "../../orders/store.ts";
import { tagsOf } from "../../orders/tags.ts";
import { lockOrdersToMark } from "../store.ts";

interface Answer {
  position: number;
  productId: string;
  choice: Exclude<MissingChoice, "ask">;
}

/**
 * Records what a shopper chose for a missing line instead of being asked. The same answer again changes nothing. Two round trips.
 * @param theirs SQL for the order's id
 * @throws Refusal 404, 409 once the order is packed or the shopper is not asked about the line
 */
export async function answerMissing(database: Database, theirs: SQL, { position, productId, choice }: Answer): Promise<void> {
  await database.transact(async ({ tx, invalidate, withCommit }) => {
    const [order] = (await lockOrdersToMark(tx, sql`array[${theirs}]`)).values();
    const line = order?.lines[position];
    if (!order || line?.productId !== productId) throw refuse.notFound(t("Order not found"));
    if (order.status !== "PENDING" || order.packed) throw refuse.conflict(t("Your order is packed already."));
    if (line.ifMissing === choice) return;
    if (line.ifMissing !== "ask") throw refuse.conflict(t("You have already chosen."));
    withCommit(setIfMissing(tx, order.id, position, choice));
    invalidate(tagsOf.changed(order.id), tagsOf.picked(order.id));
  });
}
