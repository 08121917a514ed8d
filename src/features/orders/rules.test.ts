import { expect, test } from "vitest";
import { randomNumbers } from "../../../tests/support/random-numbers.ts";
import { totalsOf } from "../cart/rules.ts";
import { newOrderNumber } from "./order-number.ts";
import { orderTotals, receiptLineCents, shortagesMessage } from "./rules.ts";

test("CHK-2 ORD-6 what the cart shows is what the order charges and the receipt adds up to, for random baskets", () => {
  const random = randomNumbers(7);
  for (let round = 0; round < 500; round++) {
    const basket = Array.from({ length: random(100) + 1 }, () => ({
      unitPriceCents: random(9_999_999) + 1,
      discountHundredths: random(3) === 0 ? 0 : random(10_000),
      quantity: random(999) + 1,
    }));
    const charged = orderTotals(basket);
    const cart = totalsOf(
      basket.map(({ unitPriceCents, discountHundredths, quantity }) => ({
        productId: { price: unitPriceCents / 100, discount: discountHundredths / 100 },
        quantity,
      })),
    );
    expect({ totalCents: cart.itemsCents, subtotalCents: cart.undiscountedCents }).toEqual(charged);
    const receipt = basket.map(({ unitPriceCents, discountHundredths, quantity }) =>
      receiptLineCents({
        productId: { _id: "" },
        quantity,
        product_details: { name: "", image: [], unit_price: unitPriceCents / 100, discount: discountHundredths / 100, quantity },
      }),
    );
    expect(receipt.reduce((sum, cents) => sum + cents, 0)).toBe(charged.totalCents);
  }
});

const left = (name: string, stock: number) => ({ name, stock });

test("a shortage names at most three products", () => {
  expect(shortagesMessage([left("Figs", 0)])).toBe("Figs is sold out. Please change your cart and try again.");
  expect(shortagesMessage([left("Figs", 2), left("Dates", 0), left("Nuts", 1), left("Plums", 0), left("Pears", 0)])).toBe(
    "Only 2 of Figs left, Dates is sold out, Only 1 of Nuts left, and 2 more. Please change your cart and try again.",
  );
});

test("order numbers are 12 characters of Crockford's base 32, and differ in the first 8 and in the last 4", () => {
  const numbers = Array.from({ length: 2000 }, newOrderNumber);
  for (const number of numbers) expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
  expect(new Set(numbers.map((number) => number.slice(0, 8))).size).toBe(2000);
  expect(new Set(numbers.map((number) => number.slice(-4))).size).toBeGreaterThan(1980);
  expect(new Set(numbers.join("")).size).toBe(32);
});
