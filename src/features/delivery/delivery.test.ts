import { expect, test, vi } from "vitest";
import { openDatabase } from "#server/db/connect.ts";
import { makeShop } from "#start/open-shop.ts";
import { makeAdmin, signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { listAdminChanges } from "../audit/contract.ts";
import { shopFace } from "../shop/contract.ts";
import * as contract from "./contract.ts";
import { currentPlan } from "./current-plan.ts";

const shop = await openTestShop();
const { token } = await makeAdmin(shop);

const OFF: contract.PlanFields = { on: false, zones: [], collection: null, exceptions: [] };
const daily = { days: [0, 1, 2, 3, 4, 5, 6], from: "09:00", to: "12:00", capacity: 2, cutOff: { day: "before" as const, at: "18:00" } };
const zone = (given: Partial<contract.ZoneFields> = {}): contract.ZoneFields => ({
  name: "Centro",
  areas: ["150*"],
  fee: 3.5,
  freeFrom: 40,
  minimum: 10,
  times: [],
  ...given,
});

const read = async (): Promise<{ plan: contract.PlanFields; version: number }> =>
  (await shop.call(contract.readPlan, undefined, { token })).body.data;
/** Saves a plan on top of the current one. */
async function save(plan: Partial<contract.PlanFields>, version?: number) {
  return shop.call(contract.changePlan, { plan: { ...OFF, ...plan }, version: version ?? (await read()).version }, { token });
}
const offer = async (place: { postcode?: string; city?: string } = {}) => (await shop.call(contract.deliveryOffer, place)).body.data;
/** What was recorded about a zone, or about delivery itself. */
const changes = async (id: string) => (await shop.call(listAdminChanges, { kind: "delivery", id }, { token })).body.data;

test("until an admin switches it on, delivery is free everywhere, without a query", async () => {
  expect(await read()).toEqual({ plan: OFF, version: 0 });
  await currentPlan(shop.shop);
  const queries = vi.spyOn(shop.shop.database.pool, "query");
  expect(await offer({ postcode: "15001" })).toBeNull();
  expect((await shop.call(contract.deliverySlots, { way: "delivery" })).body.data).toEqual([]);
  expect(queries).not.toHaveBeenCalled();
  queries.mockRestore();
  expect((await shop.call(shopFace, undefined)).body.data.delivers).toBe(false);
});

test("a saved plan is in effect at once: zones, fees, times and pickup", async () => {
  const saved = await save({ on: true, zones: [zone({ times: [daily] })], collection: { address: "12 Market Street", times: [] } });
  expect(saved).toMatchObject({ status: 200, body: { message: "Saved" } });
  expect((await shop.call(shopFace, undefined)).body.data.delivers).toBe(true);
  const centro = { zone: "Centro", fee: 3.5, freeFrom: 40, minimum: 10, hasTimes: true };
  const collection = { address: "12 Market Street", hasTimes: false, next: null };
  expect(await offer({ postcode: "15001" })).toMatchObject({
    delivery: { ...centro, next: { from: "09:00", to: "12:00", left: 2 } },
    collection,
  });
  expect(await offer({ postcode: "99999" })).toEqual({ delivery: null, collection });
  const { body } = await shop.call(contract.deliverySlots, { way: "delivery", postcode: "15001" });
  expect(body.data.length).toBeGreaterThanOrEqual(13);
  expect((await shop.call(contract.deliverySlots, { way: "collection" })).body.data).toEqual([]);
});

test("each change is recorded with what was before", async () => {
  const { plan } = await read();
  const [centro] = plan.zones;
  await save({ ...plan, zones: [{ ...centro!, fee: 4 }, zone({ name: "South", areas: ["151*"] })] });
  expect((await changes(centro!._id!))[0]).toMatchObject({
    action: "changed",
    thingName: "Centro",
    before: { feeCents: 350 },
    after: { feeCents: 400 },
  });
  const now = await read();
  expect(now.plan.zones.map(({ name }) => name)).toEqual(["Centro", "South"]);
  expect((await changes(now.plan.zones[1]!._id!)).map(({ action }: { action: string }) => action)).toEqual(["added"]);
  expect((await changes("delivery")).map(({ after }: { after: object }) => after)).toEqual([{ on: true }]);
  expect((await save(now.plan)).body.data.version).toBe(now.version);
});

test("what another admin changed meanwhile is not overwritten", async () => {
  const { plan, version } = await read();
  expect((await save({ ...plan, collection: null }, version)).status).toBe(200);
  const refused = await save(plan, version);
  expect(refused).toMatchObject({ status: 409, body: { data: { version: version + 1, plan: { collection: null } } } });
  const both = await Promise.all([save(plan, version + 1), save({ ...plan, zones: [], on: false }, version + 1)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test.each([
  ["on", { on: true }, "Add a zone or pickup"],
  ["a shared area", { zones: [zone(), zone({ name: "South", areas: ["15001", "150*"] })] }, "150* is in two zones"],
  ["a double time", { zones: [zone({ times: [daily, { ...daily, days: [3] }] })] }, "Centro has 09:00 to 12:00 twice"],
  [
    "a double pickup time",
    { collection: { address: "12 Market Street", times: [daily, { ...daily, days: [3] }] } },
    "Pickup has 09:00 to 12:00 twice",
  ],
  ["a time that ends before it begins", { zones: [zone({ times: [{ ...daily, to: "08:00" }] })] }, "must end after it begins"],
  [
    "a time that closes too late",
    { zones: [zone({ times: [{ ...daily, cutOff: { day: "same" as const, at: "09:01" } }] })] },
    "must close before",
  ],
  ["no places", { zones: [zone({ areas: [] })] }, "needs a postal code"],
  ["a fee in fractions of cents", { zones: [zone({ fee: 1.005 })] }, "more than two decimals"],
  ["a negative fee", { zones: [zone({ fee: -1 })] }, "zones.0.fee"],
  ["no capacity", { zones: [zone({ times: [{ ...daily, capacity: 0 }] })] }, "at least 1"],
  ["a day that does not exist", { exceptions: [{ day: "2026-02-30", like: null, of: null }] }, "must be a day"],
])("%s is refused", async (_, plan, words) => {
  const before = await read();
  const { status, body } = await save(plan);
  expect([status, body.message]).toEqual([400, expect.stringContaining(words)]);
  expect(await read()).toEqual(before);
});

test("the exceptions of a deleted zone are deleted with it", async () => {
  const { plan } = (await save({ zones: [zone()] })).body.data;
  const of = plan.zones[0]._id as string;
  await save({
    ...plan,
    exceptions: [
      { day: "2026-12-25", like: null, of },
      { day: "2026-12-26", like: 5, of: null },
    ],
  });
  expect((await read()).plan.exceptions).toHaveLength(2);
  await save({ ...(await read()).plan, zones: [] });
  expect((await read()).plan.exceptions).toEqual([{ day: "2026-12-26", like: 5, of: null }]);
});

test("only admins see and change the plan", async () => {
  const shopper = await signUp(shop);
  expect((await shop.call(contract.readPlan, undefined, { token: shopper.token })).status).toBe(403);
  expect((await shop.call(contract.changePlan, { plan: OFF, version: 0 }, { token: shopper.token })).status).toBe(403);
  expect((await shop.call(contract.readPlan, undefined)).status).toBe(401);
});

test("another process uses a changed plan once it hears of it", async () => {
  const other = openDatabase({ ...shop.connection, max: 3 }, () => {});
  const there = makeShop(shop.shop.config, other, shop.shop.log);
  await save({ zones: [] });
  expect((await currentPlan(there)).zones).toEqual([]);
  await save({ zones: [zone({ name: "North" })] });
  there.invalidations.publish(["delivery"]);
  expect((await currentPlan(there)).zones.map(({ name }) => name)).toEqual(["North"]);
  await other.close();
});

async function isPickupOnly(plan: Partial<contract.PlanFields>): Promise<boolean> {
  expect((await save({ on: true, zones: [], ...plan })).status).toBe(200);
  return (await shop.call(shopFace, undefined)).body.data.pickupOnly ?? false;
}

test("the shop says if orders can only be picked up", async () => {
  const collection = { address: "12 Market Street", times: [] };
  expect(await isPickupOnly({ collection, zones: [zone()] })).toBe(false);
  expect(await isPickupOnly({ collection, on: false })).toBe(false);
  expect(await isPickupOnly({ collection })).toBe(true);
});
