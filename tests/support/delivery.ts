import { expect } from "vitest";
import { changePlan } from "#features/delivery/change-plan.ts";
import type { PlanFields, Slot, WeekTime, ZoneFields } from "#features/delivery/contract.ts";
import { deliverySlots } from "#features/delivery/contract.ts";
import { readPlan } from "#features/delivery/store.ts";
import type { Shop } from "#server/shop.ts";
import { makeAdmin } from "./sign-up.ts";
import type { TestShop } from "./test-shop.ts";

/** A time of every day that closes the evening before. */
export const daily = (capacity: number, given: Partial<WeekTime> = {}): WeekTime => ({
  days: [0, 1, 2, 3, 4, 5, 6],
  from: "09:00",
  to: "12:00",
  capacity,
  cutOff: { day: "before", at: "18:00" },
  ...given,
});

/** A zone of the addresses that tests use, free of charge. */
export const zone = (given: Partial<ZoneFields> = {}): ZoneFields => ({
  name: "Centro",
  areas: ["150*"],
  fee: 0,
  freeFrom: null,
  minimum: 0,
  times: [],
  ...given,
});

/** Switches delivery on with these zones, or changes it. */
export async function setDelivery({ shop }: Pick<TestShop, "shop">, plan: Partial<PlanFields>): Promise<void> {
  const { user } = await makeAdmin({ shop });
  const { version } = await readPlan(shop.database.db);
  const whole = { on: true, zones: [], collection: null, exceptions: [], ...plan };
  await shop.database.transact((transaction) => changePlan(transaction, user._id, { plan: whole, version }));
}

/** The times that can be chosen for the addresses that tests use. */
export async function slotsOf(
  { call }: Pick<TestShop, "call">,
  way: "delivery" | "collection" = "delivery",
  postcode = "15001",
): Promise<Slot[]> {
  return (await call(deliverySlots, { way, postcode, city: "Lima" })).body.data;
}

/** Fails unless exactly the open payments and the orders that were not canceled have a place of their delivery time. */
export async function checkSlotBooks({ database }: Pick<Shop, "database">): Promise<void> {
  const { rows } = await database.pool.query(`
    select id, coalesce(taken, 0) as taken, coalesce(places, 0) as places
    from delivery_slot full join (
      select id, count(*)::int as places from (
        select slot_id as id from customer_order where slot_id is not null and status <> 'CANCELLED'
        union all
        select delivery->'slot'->>'id' from payment_attempt where delivery->'slot'->>'id' is not null and status in ('CREATING', 'OPEN', 'CAPTURING')
      ) one group by id) held using (id)
    where coalesce(taken, 0) <> coalesce(places, 0)`);
  expect(rows).toEqual([]);
}
