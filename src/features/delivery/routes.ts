import type { FastifyInstance } from "fastify";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { toDollars } from "#shared/money.ts";
import { t } from "#words/t.ts";
import { changePlan } from "./change-plan.ts";
import * as contract from "./contract.ts";
import { currentTerms } from "./current-plan.ts";
import { planReply } from "./plan-reply.ts";
import { pickupTimes, zoneTimes, type Terms } from "./rules.ts";
import { openSlots, type Timetable } from "./slots/rules.ts";
import { readTaken } from "./slots/store.ts";
import { readPlan } from "./store.ts";
import { zoneOf } from "./zones/rules.ts";

/** Where, when and for how much the shop delivers. */
export function deliveryRoutes(app: FastifyInstance, shop: Shop): void {
  const { database } = shop;
  const { db } = database;

  serve(app, shop, contract.readPlan, async () => ({ data: planReply(await readPlan(db)) }));

  serve(app, shop, contract.changePlan, async ({ input, visitor }) => ({
    data: planReply(await database.transact((transaction) => changePlan(transaction, visitor.userId, input))),
    message: t("Saved"),
  }));

  /** The times that can be chosen, with what is left of each. */
  const slotsOf = async ({ plan, now, timeZone }: Terms, timetable: Timetable): Promise<contract.Slot[]> => {
    const slots = openSlots(timetable, plan.exceptions, now, timeZone);
    if (slots.length === 0) return [];
    const ids = slots.map(({ id }) => id);
    const taken = await readTaken(db, ids);
    return slots.map(({ id, day, from, to, capacity }) => ({ id, day, from, to, left: Math.max(0, capacity - (taken.get(id) ?? 0)) }));
  };
  const nextOf = async (terms: Terms, timetable: Timetable) => ({
    hasTimes: timetable.times.length > 0,
    next: (await slotsOf(terms, timetable)).find(({ left }) => left > 0) ?? null,
  });

  serve(
    app,
    shop,
    contract.deliveryOffer,
    async ({ input }) => {
      const terms = await currentTerms(shop);
      if (!terms) return { data: null };
      const { collection } = terms.plan;
      const zone = zoneOf(terms.plan, input);
      return {
        data: {
          delivery: zone
            ? {
                zone: zone.name,
                fee: toDollars(zone.feeCents),
                freeFrom: zone.freeFromCents === null ? null : toDollars(zone.freeFromCents),
                minimum: toDollars(zone.minimumCents),
                ...(await nextOf(terms, zoneTimes(zone))),
              }
            : null,
          collection: collection ? { address: collection.address, ...(await nextOf(terms, pickupTimes(collection))) } : null,
        },
      };
    },
    { queued: "strangers" },
  );

  serve(
    app,
    shop,
    contract.deliverySlots,
    async ({ input }) => {
      const terms = await currentTerms(shop);
      if (!terms) return { data: [] };
      const { collection } = terms.plan;
      const zone = zoneOf(terms.plan, input);
      const timetable = input.way === "collection" ? collection && pickupTimes(collection) : zone && zoneTimes(zone);
      return { data: timetable ? await slotsOf(terms, timetable) : [] };
    },
    { queued: "strangers" },
  );
}
