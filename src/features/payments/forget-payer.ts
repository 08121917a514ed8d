import { eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { forgottenAddress } from "../orders/forget-buyer.ts";
import { attempts } from "./tables.ts";

/** Removes the delivery addresses from a person's payments. */
export async function forgetPayer(tx: Db, userId: string): Promise<void> {
  await tx
    .update(attempts)
    .set({
      deliveryAddress: forgottenAddress(attempts.deliveryAddress),
      change: sql`jsonb_set(${attempts.change}, '{address}', 'null')`,
    })
    .where(eq(attempts.userId, userId));
}
