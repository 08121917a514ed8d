import { eq } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { forgottenAddress } from "../orders/forget-buyer.ts";
import { attempts } from "./tables.ts";

/** Removes the delivery address from a person's payments. */
export async function forgetPayer(tx: Db, userId: string): Promise<void> {
  await tx
    .update(attempts)
    .set({ deliveryAddress: forgottenAddress(attempts.deliveryAddress) })
    .where(eq(attempts.userId, userId));
}
