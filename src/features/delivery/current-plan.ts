import { LastKnown } from "#server/cache/last-known.ts";
import { databaseNow } from "#server/db/clock.ts";
import { oncePerShop } from "#server/once-per-shop.ts";
import type { Shop } from "#server/shop.ts";
import { NO_PLAN, type DeliveryPlan, type Terms } from "./rules.ts";
import { readPlan } from "./store.ts";

/** The tag of everything that shows how the shop delivers. */
export const DELIVERY = "delivery";

const plans = oncePerShop(
  ({ database, invalidations }) =>
    new LastKnown<DeliveryPlan>({
      tag: DELIVERY,
      invalidations,
      first: NO_PLAN,
      read: async () => (await readPlan(database.db)).plan,
    }),
);

/** How the shop delivers, in memory: read once after each change. */
export const currentPlan = (shop: Shop): Promise<DeliveryPlan> => plans(shop).read();

/** The terms for orders now; null while delivery is off, when it is free everywhere and has no times. */
export async function currentTerms(shop: Shop): Promise<Terms | null> {
  const plan = await currentPlan(shop);
  return plan.on ? { plan, timeZone: (await shop.settings()).timeZone, now: new Date(databaseNow()) } : null;
}
