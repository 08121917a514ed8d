import { expect, test } from "vitest";
import { agreedInWords, feeOf, isFreeEverywhere, judgeDelivery, missingCents, whyNotThere, type DeliveryPlan, type Zone } from "./rules.ts";

const zone = (name: string, areas: string[], given: Partial<Zone> = {}): Zone => ({
  id: name,
  name,
  areas,
  feeCents: 500,
  freeFromCents: null,
  minimumCents: 0,
  times: [],
  ...given,
});
test("the fee is free from its amount, and the smallest order is before the fee", () => {
  const free = { feeCents: 399, freeFromCents: 3000 };
  expect([2999, 3000, 3001].map((goods) => feeOf(free, goods))).toEqual([399, 0, 0]);
  expect(feeOf({ feeCents: 399, freeFromCents: null }, 9_999_999)).toBe(399);
  expect([0, 1499, 1500].map((goods) => missingCents({ minimumCents: 1500 }, goods))).toEqual([1500, 1, 0]);
});

const times = [{ days: [0], from: "09:00", to: "12:00", capacity: 5, cutOff: { day: "same" as const, at: "08:00" } }];
const plan: DeliveryPlan = {
  on: true,
  zones: [zone("Centro", ["15001"], { minimumCents: 1000, freeFromCents: 5000 }), zone("South", ["15002"], { times })],
  collection: { address: "12 Market Street", times: [] },
  exceptions: [],
};
const judge = (asked: Parameters<typeof judgeDelivery>[1]["asked"], postcode: string, goodsCents = 2000) =>
  judgeDelivery(
    { plan, timeZone: "UTC", now: new Date("2026-11-30T07:00:00Z") },
    { asked, destination: { postcode, city: "" }, goodsCents },
  );

test("an order is judged by its destination, its goods and its time", () => {
  const home = { way: "delivery" as const };
  expect(judge(home, "15001")).toEqual({ ok: true, feeCents: 500, agreed: { way: "delivery", zone: "Centro", address: "", slot: null } });
  expect(judge(home, "15001", 5000)).toMatchObject({ feeCents: 0 });
  expect(judge(home, "15001", 999)).toEqual({ ok: false, problem: "below minimum", zone: "Centro", minimumCents: 1000, missingCents: 1 });
  expect(judge(home, "15003")).toEqual({ ok: false, problem: "not here" });
  expect(judge(home, "15002")).toEqual({ ok: false, problem: "no slot" });
  expect(judge({ ...home, slot: "South:2026-11-30:09:00-12:00" }, "15002")).toMatchObject({
    ok: true,
    agreed: { slot: { day: "2026-11-30", startsAt: "2026-11-30T09:00:00.000Z", closesAt: "2026-11-30T08:00:00.000Z", capacity: 5 } },
  });
  for (const gone of ["South:2026-12-01:09:00-12:00", "South:2026-11-23:09:00-12:00", "Centro:2026-11-30:09:00-12:00", ""])
    expect(judge({ ...home, slot: gone }, "15002")).toEqual({ ok: false, problem: "slot gone" });
  expect(judge({ ...home, slot: "Centro:2026-11-30:09:00-12:00" }, "15001")).toEqual({ ok: false, problem: "no times" });
});

test("pickup costs nothing, has no smallest order, and is refused if it is not offered", () => {
  expect(judge({ way: "collection" }, "99999", 1)).toMatchObject({ ok: true, feeCents: 0, agreed: { address: "12 Market Street" } });
  const without = judgeDelivery(
    { plan: { ...plan, collection: null }, timeZone: "UTC", now: new Date() },
    { asked: { way: "collection" }, destination: { postcode: "", city: "" }, goodsCents: 1 },
  );
  expect(without).toEqual({ ok: false, problem: "not offered" });
});

test("delivery is free everywhere until a zone has a fee, or nothing is delivered", () => {
  const free = zone("Centro", ["15001"], { feeCents: 0 });
  expect([[], [free], [free, zone("South", ["15002"])]].map((zones) => isFreeEverywhere({ ...plan, zones }))).toEqual([false, true, false]);
  expect(isFreeEverywhere({ ...plan, on: false })).toBe(true);
});

test("what was agreed, in words", () => {
  const slot = { id: "x", day: "2026-11-30", from: "09:00", to: "12:00" };
  expect(agreedInWords({ way: "delivery", zone: "Centro", address: "", slot })).toEqual({
    title: "Delivery",
    words: "Mon, Nov 30, 9 AM–12 PM · Centro",
  });
  expect(agreedInWords({ way: "collection", zone: "", address: "1 Shop Street\nLima", slot: null })).toEqual({
    title: "Pickup",
    words: "1 Shop Street, Lima",
  });
});

test("an order's address stays in the zone that its fee and time were agreed for", () => {
  const plan = { on: true, zones: [zone("Centro", ["150*"]), zone("Callao", ["070*"])] };
  const was = { postcode: "15001", city: "Lima" };
  const there = (postcode: string, how = plan) => whyNotThere(how, was, { postcode, city: "" });
  expect(there("15034")).toBeUndefined();
  expect(there("07001")).toMatch(/^This address is in Callao, but the fee and time were agreed for Centro\./);
  expect(there("20001")).toBe("We don't deliver to this address.");
  expect(there("20001", { ...plan, on: false })).toBeUndefined();
  // The shop no longer delivers to the former one either.
  expect(there("20001", { on: true, zones: [zone("Callao", ["070*"])] })).toBeUndefined();
});
