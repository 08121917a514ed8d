import { describe, expect, test } from "vitest";
import { randomNumbers } from "../../../tests/support/random-numbers.ts";
import { toDollars, toPercent } from "#shared/money.ts";
import { billOf } from "./pages/bill.ts";
import { guestItem, mergeId } from "./contract.ts";
import { isGuestItem, isMergeId } from "./pages/guest-items.ts";
import { mergedLines } from "./rules.ts";

const product = (price: number, discount: number) => ({ _id: "", name: "", image: [], unit: "", price, discount });
/** A line as the cart's screens have it. */
const line = (price: number, discount: number, quantity: number) => ({ id: "", product: product(price, discount), quantity });

test("ORD-6 the unit price is rounded before it is multiplied, so the total shown is the total charged", () => {
  // 0.05 less 10 % is 0.045, shown as 0.05: ten of them are 0.50, not 0.45.
  expect(billOf([line(0.05, 10, 10)]).totalCents).toBe(50);
});

describe("CART-5 CHK-2 totals agree with exact arithmetic", () => {
  test.each([1, 2, 3, 4, 5])("for random baskets with seed %i", (seed) => {
    const random = randomNumbers(seed);
    for (let round = 0; round < 400; round++) {
      const basket = Array.from({ length: random(100) + 1 }, () => ({
        // The highest prices and discounts are tried often.
        cents: random(4) === 0 ? 9_999_999 - random(3) : random(9_999_999) + 1,
        hundredths: random(4) === 0 ? 9_999 - random(3) : random(10_000),
        quantity: random(999) + 1,
      }));
      let paid = 0n;
      let listed = 0n;
      for (const { cents, hundredths, quantity } of basket) {
        const exact = BigInt(cents) * BigInt(10_000 - hundredths); // ten-thousandths of a cent
        paid += ((exact + 5_000n) / 10_000n) * BigInt(quantity);
        listed += BigInt(cents) * BigInt(quantity);
      }
      const bill = billOf(basket.map(({ cents, hundredths, quantity }) => line(toDollars(cents), toPercent(hundredths), quantity)));
      expect(BigInt(bill.totalCents)).toBe(paid);
      expect(BigInt(bill.subtotalCents)).toBe(listed);
      expect(BigInt(bill.savingsCents)).toBe(listed - paid);
    }
  });
});

describe("CART-6 merging a guest's cart", () => {
  const stock = new Map([
    ["a", 10],
    ["b", 3],
    ["gone", 0],
    ["plenty", 5000],
  ]);
  const merge = (account: [string, number][], guest: [string, number][]) =>
    mergedLines(
      account.map(([productId, quantity]) => ({ productId, quantity })),
      guest.map(([productId, quantity]) => ({ productId, quantity })),
      stock,
    ).map(({ productId, quantity }) => [productId, quantity]);

  test("adds quantities, capped by the stock and by 999", () => {
    expect(merge([["a", 2]], [["a", 3]])).toEqual([["a", 5]]);
    expect(merge([], [["b", 8]])).toEqual([["b", 3]]);
    expect(merge([["plenty", 900]], [["plenty", 900]])).toEqual([["plenty", 999]]);
  });

  test("never lowers the account's quantities, and ignores sold-out or unknown products", () => {
    expect(merge([["b", 7]], [["b", 1]])).toEqual([]);
    expect(
      merge(
        [],
        [
          ["gone", 1],
          ["unknown", 1],
        ],
      ),
    ).toEqual([]);
  });

  test("stops at 100 lines, though existing lines still grow", () => {
    const account = Array.from({ length: 99 }, (_, n): [string, number] => [`p${n}`, 1]);
    expect(
      merge(
        [...account, ["a", 1]],
        [
          ["b", 1],
          ["a", 1],
        ],
      ),
    ).toEqual([["a", 2]]);
    expect(
      merge(account, [
        ["a", 1],
        ["b", 1],
      ]),
    ).toEqual([["a", 1]]);
  });
});

test("the browser keeps exactly what the server accepts as a guest's item and merge id", () => {
  const productId = "0".repeat(32);
  const items = [{ productId, quantity: 1 }, { productId, quantity: 999 }, null, "rice", [], {}, { productId }, { quantity: 1 }];
  const quantities = [0, 1000, 1.5, "1", Number.NaN, null].map((quantity) => ({ productId, quantity }));
  const ids = ["", "A".repeat(32), `${productId}0`, 7].map((id) => ({ productId: id, quantity: 1 }));
  for (const item of [...items, ...quantities, ...ids])
    expect([item, isGuestItem(item)]).toEqual([item, guestItem.safeParse(item).success]);
  for (const name of ["", "m", "m".repeat(64), "m".repeat(65), 7, undefined])
    expect([name, isMergeId(name)]).toEqual([name, mergeId.safeParse(name).success]);
});
