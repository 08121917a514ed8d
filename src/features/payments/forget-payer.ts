import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { forgottenAddress } from "../orders/forget-buyer.ts";
import { attempts } from "./tables.ts";

/** Whether a person has a payment that may still become an order. */
export async function isPaying(db: Db, userId: string): Promise<boolean> {
  const underWay = and(eq(attempts.userId, userId), inArray(attempts.status, ["CREATING", "OPEN", "CAPTURING"]));
  return (await db.$count(attempts, underWay)) > 0;
}

/** Takes from a person's payments where the goods were to go. */
export async function forgetPayer(tx: Db, userId: string): Promise<void> {
  await tx
    .update(attempts)
    .set({ deliveryAddress: forgottenAddress(attempts.deliveryAddress) })
    .where(eq(attempts.userId, userId));
}
