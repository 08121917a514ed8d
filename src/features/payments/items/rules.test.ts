import { expect, test } from "vitest";
import type { Weighed } from "#shared/weights.ts";
import { randomNumbers } from "../../../../tests/support/random-numbers.ts";
import { lineCents } from "../../cart/sums/rules.ts";
import { withoutItems } from "./rules.ts";

const piece = (paidCents: number, quantity: number, couponCents = 0) => ({
  ...{ productId: `p${paidCents}`, listCents: paidCents, paidCents, quantity, couponCents },
  ...{ weighed: null as Weighed | null, grams: null as number | null },
});
const order = <L extends ReturnType<typeof piece>>(lines: readonly L[], deliveryFeeCents = 0) => {
  const couponCents = lines.reduce((sum, line) => sum + line.couponCents, 0);
  const itemsCents = lines.reduce((sum, line) => sum + lineCents(line), 0);
  return { lines, couponCents, deliveryFeeCents, totalCents: itemsCents - couponCents + deliveryFeeCents };
};
const item = (position: number, productId: string, amount: number) => ({ position, productId, amount });

test("some pieces of a line go, with their part of its coupon, and the delivery fee stays", () => {
  const was = order([piece(400, 3, 120), piece(250, 2, 50)], 300);
  expect(withoutItems(was, [item(0, "p400", 1)])).toMatchObject({
    ...{ ok: true, couponCents: 130, totalCents: 1470 },
    lines: [
      { quantity: 2, couponCents: 80 },
      { quantity: 2, couponCents: 50 },
    ],
  });
});

test("a line of which all goes is gone", () => {
  expect(withoutItems(order([piece(400, 1), piece(250, 2)]), [item(0, "p400", 1)])).toMatchObject({
    ok: true,
    totalCents: 500,
    lines: [{ productId: "p250" }],
  });
});

test.each([
  ["more than there is", [item(0, "p400", 4)]],
  ["another product's line", [item(0, "p250", 1)]],
  ["a line that isn't there", [item(2, "p400", 1)]],
  ["a line named twice", [item(0, "p400", 1), item(0, "p400", 1)]],
])("%s is missing", (_name, items) => {
  expect(withoutItems(order([piece(400, 3), piece(250, 2)]), items)).toEqual({ ok: false, reason: "missing" });
});

test("not everything can go", () => {
  expect(withoutItems(order([piece(400, 3)]), [item(0, "p400", 3)])).toEqual({ ok: false, reason: "everything" });
});

test("goods sold by weight go by the gram, and weighed pieces by the piece, each with its part of the weight", () => {
  const nuts = { ...piece(2000, 5), productId: "nuts", weighed: { by: "weight" as const, grams: 100 }, grams: 480 };
  const melon = { ...piece(300, 3), productId: "melon", weighed: { by: "piece" as const, grams: 1000 }, grams: 2500 };
  const left = withoutItems(order([nuts, melon]), [item(0, "nuts", 130), item(1, "melon", 1)]);
  expect(left).toMatchObject({
    ok: true,
    lines: [
      { quantity: 4, grams: 350 },
      { quantity: 2, grams: 1666 },
    ],
    totalCents: 700 + 500,
  });
  expect(withoutItems(order([nuts, melon]), [item(0, "nuts", 481)])).toEqual({ ok: false, reason: "missing" });
});

test("however an order is refunded in parts, no line costs less than its coupon, and the total falls by each refund, at most to the fee", () => {
  const random = randomNumbers(11);
  for (let round = 0; round < 300; round++) {
    const lines = Array.from({ length: random(4) + 2 }, (_, n) => {
      const line = { ...piece(random(900) + 1, random(6) + 1), productId: `p${n}` };
      return { ...line, couponCents: random(lineCents(line) + 1) };
    });
    let now = order(lines, random(300));
    const fee = now.deliveryFeeCents;
    for (;;) {
      const position = random(now.lines.length);
      const { productId, quantity } = now.lines[position]!;
      const left = withoutItems(now, [item(position, productId, random(quantity) + 1)]);
      if (!left.ok) break;
      for (const line of left.lines) expect(line.couponCents).toBeLessThanOrEqual(lineCents(line));
      expect(left.totalCents).toBeLessThanOrEqual(now.totalCents);
      expect(left.totalCents).toBeGreaterThanOrEqual(fee);
      now = { ...now, ...left };
      expect(order(now.lines, fee).totalCents).toBe(now.totalCents);
    }
  }
});
