import { eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { NO_PLAN, type DeliveryPlan } from "./rules.ts";
import { deliveryPlans } from "./tables.ts";

const ID = "plan";

/** The plan, and its version: 0 until an admin has saved one. */
export interface VersionedPlan {
  plan: DeliveryPlan;
  version: number;
}

const columns = { plan: deliveryPlans.plan, version: deliveryPlans.version };

export async function readPlan(db: Db): Promise<VersionedPlan> {
  const [row] = await db.select(columns).from(deliveryPlans).where(eq(deliveryPlans.id, ID));
  return row ? { plan: row.plan as DeliveryPlan, version: row.version } : { plan: NO_PLAN, version: 0 }; // written below
}

/** The plan, locked until the transaction ends. */
export async function lockPlan(tx: Db): Promise<VersionedPlan> {
  const [, [row]] = await Promise.all([
    tx.insert(deliveryPlans).values({ id: ID, plan: NO_PLAN, version: 0 }).onConflictDoNothing(),
    tx.select(columns).from(deliveryPlans).where(eq(deliveryPlans.id, ID)).for("update"),
  ]);
  return { plan: row!.plan as DeliveryPlan, version: row!.version };
}

export async function writePlan(tx: Db, { plan, version }: VersionedPlan): Promise<void> {
  await tx
    .update(deliveryPlans)
    .set({ plan, version, changedAt: sql`now()` })
    .where(eq(deliveryPlans.id, ID));
}
