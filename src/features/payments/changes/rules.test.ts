import { describe, expect, test } from "vitest";
import { randomNumbers } from "../../../../tests/support/random-numbers.ts";
import { discounted } from "#shared/money.ts";
import { lineCents, sumsOf } from "../../cart/sums/rules.ts";
import { judgeDelivery } from "../../delivery/rules.ts";
import type { MissingChoice, PaymentStatus } from "../../orders/contract.ts";
import { sumPerProduct, type Item } from "../../stock/rules.ts";
import {
  changedLines,
  inOrderOf,
  movesBetween,
  pieceChanges,
  settlementOf,
  staffFee,
  whyShopperCannotChangeStored,
  withWishes,
} from "./rules.ts";

test("a shopper can change an order until its delivery time closes, unless an admin adjusted its total", () => {
  const open = { status: "PENDING", paymentStatus: "PAID", packedAt: null, totalCents: 0, delivery: null, lines: [] } as const;
  const slot = { id: "", day: "", from: "", to: "", startsAt: "", closesAt: "2026-11-22T12:00:00Z", capacity: 1 };
  const closing = { ...open, delivery: { way: "delivery", zone: "", address: "", slot } } as const;
  const now = Date.parse(slot.closesAt);
  expect([whyShopperCannotChangeStored(open, now), whyShopperCannotChangeStored(closing, now - 1)]).toEqual([undefined, undefined]);
  expect(whyShopperCannotChangeStored(closing, now)).toContain("closed");
  expect(whyShopperCannotChangeStored({ ...open, totalCents: 5 }, now)).toContain("Contact us");
});

test("an overpayment goes back the way it came; a shortfall is paid first, or on delivery", () => {
  const paid = { paymentStatus: "PAID", paymentMethod: "PayPal", totalCents: 500 } as const;
  const inCash = { ...paid, paymentMethod: "Cash on delivery" };
  const unpaid = { ...inCash, paymentStatus: "CASH ON DELIVERY" } as const;
  expect([499, 500, 501].map((now) => settlementOf(paid, now))).toEqual(["refund", "nothing", "pay first"]);
  expect([499, 501].map((now) => settlementOf(inCash, now))).toEqual(["by hand", "pay first"]);
  expect([499, 501].map((now) => settlementOf(unpaid, now))).toEqual(["on delivery", "on delivery"]);
});

const fee = (paymentStatus: PaymentStatus, cents: number) => staffFee({ paymentStatus, deliveryFeeCents: 200 }, cents);

test("a paid order never costs more because staff changed how it is delivered", () => {
  expect([fee("CASH ON DELIVERY", 300), fee("PENDING", 0)]).toEqual([300, 0]);
  expect([fee("PAID", 300), fee("PAID", 0)]).toEqual([200, 0]);
  expect([fee("PARTIALLY REFUNDED", 0), fee("REFUNDED", 300)]).toEqual([200, 200]);
});

const some = (...ids: string[]): { productId: string; ifMissing?: MissingChoice | "" }[] => ids.map((productId) => ({ productId }));

test("changed products stay in the order of the lines, and new ones want what most of the order wants", () => {
  expect(inOrderOf(some("a", "a", "b", "c"), some("d", "c", "b", "a"))).toEqual(some("a", "b", "c", "d"));
  const ordered = [
    { productId: "a", ifMissing: "refund" },
    { productId: "b", ifMissing: "ask" },
    { productId: "c", ifMissing: "ask" },
  ] as const;
  const wishesOf = (...ids: string[]) => withWishes(some(...ids), ordered, new Map([["c", "similar"]])).map(({ ifMissing }) => ifMissing);
  expect(wishesOf("a", "b", "c", "d")).toEqual(["refund", "ask", "similar", "ask"]);
  expect(withWishes(some("a"), some("b"), new Map())).toEqual([{ productId: "a", ifMissing: "" }]);
});

const line = (productId: string, quantity: number, listCents = 100, discountHundredths = 0) => ({
  productId,
  quantity,
  listCents,
  discountHundredths,
  name: productId.toUpperCase(),
  paidCents: discounted(listCents, discountHundredths),
});

describe("the lines of a changed order", () => {
  test("keep their price for the pieces that stay; new pieces cost what they cost now", () => {
    const ordered = [line("a", 2), line("b", 1)];
    expect(changedLines(ordered, [line("a", 1, 150)], [{ productId: "a", quantity: 3 }])).toEqual([line("a", 2), line("a", 1, 150)]);
    expect(changedLines(ordered, [line("a", 1)], [{ productId: "a", quantity: 3 }])).toEqual([line("a", 3)]);
    // A price per kilogram never counts as the same price.
    const loose = { ...line("a", 1), weighed: { by: "weight", grams: 100 } as const };
    expect(changedLines(ordered, [loose], [{ productId: "a", quantity: 3 }])).toEqual([line("a", 2), loose]);
    expect(pieceChanges([loose], [{ ...loose, quantity: 5 }])).toEqual([{ before: "0.1 kg of A", after: "0.5 kg of A" }]);
    const two = [line("a", 2), line("a", 1, 150)];
    expect(changedLines(two, [], [{ productId: "a", quantity: 1 }])).toEqual([line("a", 1)]);
  });

  test("that were packed before stay as they are: new pieces cost what they cost now, even at the same list price", () => {
    const replacement = { ...line("a", 1, 11_250), paidCents: 850, replaces: "B" };
    expect(changedLines([replacement], [line("a", 5, 11_250)], [{ productId: "a", quantity: 6 }])).toEqual([
      replacement,
      line("a", 5, 11_250),
    ]);
    const samePrice = { ...line("a", 1), replaces: "B" };
    expect(changedLines([samePrice], [line("a", 1)], [{ productId: "a", quantity: 2 }])).toEqual([samePrice, line("a", 1)]);
    const loose = { ...line("a", 5), weighed: { by: "weight", grams: 100 } as const };
    const weighed = { ...loose, grams: 430 };
    const added = { ...loose, quantity: 95 };
    expect(changedLines([weighed], [added], [{ productId: "a", quantity: 100 }])).toEqual([weighed, added]);
    expect(changedLines([weighed], [], [{ productId: "a", quantity: 3 }])).toEqual([{ ...weighed, quantity: 3, grams: 300 }]);
  });

  test("and what changed is told product by product", () => {
    const [before, after] = [
      [line("a", 2), line("a", 1, 150), line("b", 1)],
      [line("a", 1), line("c", 2)],
    ];
    expect(pieceChanges(before, after)).toEqual([
      { before: "3 × A", after: "1 × A" },
      { before: "1 × B", after: "" },
      { before: "", after: "2 × C" },
    ]);
    expect(pieceChanges(before, before)).toEqual([]);
  });
});

test("over 500 random changes, every piece is accounted for and every cent belongs to a line", () => {
  const random = randomNumbers(11);
  const items = (most: number): Item[] =>
    Array.from({ length: random(most) + 1 }, () => ({ productId: `p${random(8)}`, quantity: random(9) + 1 }));
  for (let round = 0; round < 500; round++) {
    const ordered = sumPerProduct(items(6)).map(({ productId, quantity }) => line(productId, quantity, random(900) + 1, random(2) * 1500));
    const wanted = sumPerProduct(items(6));
    const { take, back } = movesBetween(ordered, wanted);
    const today = take.map(({ productId, quantity }) => {
      const own = ordered.find((one) => one.productId === productId);
      return random(2) && own ? { ...own, quantity } : line(productId, quantity, random(900) + 1);
    });
    const lines = changedLines(ordered, today, wanted);
    expect(sumPerProduct(lines).toSorted(byId)).toEqual(wanted.toSorted(byId));
    const returned = back.map(({ productId, quantity }) => ({
      quantity,
      paidCents: ordered.find((one) => one.productId === productId)!.paidCents,
    }));
    expect(sumsOf({ lines }).totalCents).toBe(cents(ordered) + cents(today) - cents(returned));
    // Changing back restores the original.
    const again = movesBetween(lines, ordered);
    expect([again.take.toSorted(byId), again.back.toSorted(byId)]).toEqual([back.toSorted(byId), take.toSorted(byId)]);
  }
});

test("over 500 random switches between delivery and pickup, only the fee changes the total, and staff never raise it", () => {
  const random = randomNumbers(17);
  for (let round = 0; round < 500; round++) {
    const lines = Array.from({ length: random(5) + 1 }, (_, n) => line(`p${n}`, random(9) + 1, random(900) + 1, random(2) * 1500));
    const feeCents = random(600);
    const goodsCents = sumsOf({ lines }).itemsCents;
    const couponCents = random(2) * random(goodsCents);
    const zone = {
      id: "z",
      name: "Centro",
      areas: ["150*"],
      feeCents,
      freeFromCents: random(2) ? random(9000) : null,
      minimumCents: 0,
      times: [],
    };
    const plan = { on: true, zones: [zone], collection: { address: "12 Market Street", times: [] }, exceptions: [] };
    const terms = { plan, timeZone: "America/Lima", now: new Date("2026-11-22T12:00:00Z") };
    const feeFor = (way: "delivery" | "collection") => {
      const judged = judgeDelivery(terms, { asked: { way }, destination: { postcode: "15001", city: "Lima" }, goodsCents });
      if (!judged.ok) throw new Error(judged.problem);
      return judged.feeCents;
    };
    const totalWith = (deliveryFeeCents: number) => sumsOf({ lines, couponCents, deliveryFeeCents }).totalCents;
    const [delivered, collected] = [totalWith(feeFor("delivery")), totalWith(feeFor("collection"))];
    const isFree = zone.freeFromCents !== null && goodsCents >= zone.freeFromCents;
    expect([collected, delivered]).toEqual([goodsCents - couponCents, collected + (isFree ? 0 : feeCents)]);
    for (const paymentStatus of ["PAID", "CASH ON DELIVERY"] as const) {
      const after = staffFee({ paymentStatus, deliveryFeeCents: feeFor("delivery") }, feeFor("collection"));
      const back = staffFee({ paymentStatus, deliveryFeeCents: after }, feeFor("delivery"));
      expect([totalWith(after), totalWith(back)]).toEqual([collected, paymentStatus === "PAID" ? collected : delivered]);
    }
  }
});

const cents = (some: readonly { quantity: number; paidCents: number }[]) => some.reduce((sum, one) => sum + lineCents(one), 0);
const byId = (a: Item, b: Item) => a.productId.localeCompare(b.productId);
