import { expect, test } from "vitest";
import { productsOf, readDemoCatalogue } from "./demo/demo-catalogue.ts";
import { readUnit, unitColumns, unitPrice } from "./unit-price.ts";

const said = (cents: number, unit: string) => {
  const price = unitPrice(cents, unit);
  return price && `${(price.cents / 100).toFixed(2)}/${price.per}`;
};

test.each([
  [343, "200 g", "17.15/kg"],
  [349, "1 kg", "3.49/kg"],
  [349, "500g", "6.98/kg"],
  [349, "1,000 g", "3.49/kg"],
  [349, "1,5 kg", "2.33/kg"],
  [979, "4 g", "244.75/100 g"],
  [199, "49 g", "4.06/100 g"],
  [199, "50 g", "39.80/kg"],
  [600, "12 oz", "17.64/kg"],
  [600, "10 3/4 oz", "19.69/kg"],
  [600, "2 lb", "6.61/kg"],
  [600, "per lb", "13.23/kg"],
  [600, "6 x 100 g", "10.00/kg"],
  [600, "2x200 g Multipack", "15.00/kg"],
  [600, "500 g Glass Jar", "12.00/kg"],
])("%i cents for %s is %s by weight", (paid, unit, each) => expect(said(paid, unit)).toBe(each));

test.each([
  [199, "250 ml", "7.96/l"],
  [199, "1 l", "1.99/l"],
  [199, "750ml", "2.65/l"],
  [300, "30 ml", "10.00/100 ml"],
  [990, "6 x 330 ml", "5.00/l"],
  [990, "6 × 330ml", "5.00/l"],
  [990, "330 ml x 6", "5.00/l"],
  [990, "33 cl", "30.00/l"],
  [300, "16 fl oz", "6.34/l"],
  [300, "16 FL. OZ.", "6.34/l"],
  [379, "1/2 gal", "2.00/l"],
  [379, "1 pint", "8.01/l"],
])("%i cents for %s is %s by volume", (paid, unit, each) => expect(said(paid, unit)).toBe(each));

test.each([
  [330, "4 pieces", "0.83/piece"],
  [297, "Pack of 3", "0.99/piece"],
  [297, "6-pack", "0.50/piece"],
  [79, "Each", "0.79/piece"],
  [79, "1 piece", "0.79/piece"],
  [360, "dozen", "0.30/piece"],
  [360, "half a dozen", "0.60/piece"],
  [360, "2 dozen", "0.15/piece"],
  [349, "20 bags", "0.17/piece"],
  [299, "120 sheets", "2.49/100 pieces"],
  [1, "200 ct", "0.01/100 pieces"],
])("%i cents for %s is %s by the piece", (paid, unit, each) => expect(said(paid, unit)).toBe(each));

test.each([
  ...["", " ", "0 g", "0 x 5 kg", "500", "g x 5", "pair", "pack", "bag", "4 servings", "Combo 2 Items", "20 cm", "1 kg + 500 g"],
  // Each or in total? A wrong price would be worse than none.
  ...["150 g (Pack of 2)", "4/4 oz", "750 ml (Buy 1 Get 1 Free)", "6-8 oz", "2 x 3 x 100 g"],
  ...["-5 kg", "1e3 g", "Infinity kg", "NaN g", "1/0 kg", "0.0000001 g", "99999999 kg", "1.2.3 kg", "１ kg", "٣ kg", "١٠ pieces"],
  ...["constructor", "__proto__", "1 toString", "1 kg\u0000", "<b>1 kg</b>", "1 kg'; drop table product", `${"9".repeat(50)} g`],
])("%j has no price per unit", (unit) => {
  expect(readUnit(unit)).toBeNull();
  expect(unitPrice(499, unit)).toBeNull();
  expect(unitColumns(unit)).toEqual({ unitMeasure: "none", unitAmount: null });
});

/** The same pseudo-random numbers in each run. */
function* numbers(seed = 7): Generator<number, never> {
  for (;;) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield seed;
  }
}

const PARTS = [
  ..."0 1 2 3 4 5 6 7 8 9 . , / x × - ( ) + % g k l m o z".split(" "),
  " ",
  "kg",
  "ml",
  "fl oz",
  "pack of",
  "dozen",
  "1/2",
  "é",
  "\n",
  "💥",
  "e9",
  " each",
  "multipack",
];

test("any text gives a positive amount and a price above 0.00, or nothing", () => {
  const random = numbers();
  const next = (below: number) => Math.floor((random.next().value / 2_147_483_648) * below);
  let read = 0;
  for (let round = 0; round < 20_000; round++) {
    const text = Array.from({ length: next(9) }, () => PARTS[next(PARTS.length)]).join("");
    const size = readUnit(text);
    const paid = 1 + next(9_999_999);
    const price = unitPrice(paid, text);
    if (size) expect(size.amount > 0 && Number.isFinite(size.amount), text).toBe(true);
    else expect(price, text).toBeNull();
    if (price) expect(Number.isInteger(price.cents) && price.cents > 0, text).toBe(true);
    if (size) read++;
  }
  expect(read).toBeGreaterThan(200);
});

test("twice the pack for twice the price costs the same per unit", () => {
  const random = numbers(3);
  for (let round = 0; round < 2000; round++) {
    const [amount, paid] = [100 + (random.next().value % 5000), 50 + (random.next().value % 5000)];
    for (const unit of ["g", "ml", "pieces"]) {
      const once = unitPrice(paid, `${amount} ${unit}`);
      expect(unitPrice(paid * 2, `2 x ${amount} ${unit}`), `${paid} for ${amount} ${unit}`).toEqual(once);
    }
  }
});

test("a long hostile text is refused at once", () => {
  const texts = ["1 x ".repeat(100_000), "1".repeat(1_000_000), `${" ".repeat(1_000_000)}g`, "pack of ".repeat(50_000)];
  const start = performance.now();
  for (const text of texts) expect(readUnit(text)).toBeNull();
  // Hours, if it tried each beginning with each end.
  expect(performance.now() - start).toBeLessThan(5000);
});

test("nearly all units of the demo catalogue are read", () => {
  const unread = productsOf(readDemoCatalogue()).filter(({ unit }) => !readUnit(unit));
  expect([...new Set(unread.map(({ unit }) => unit))].sort()).toEqual(["4 servings", "pair"]);
  expect(unread.length).toBeLessThan(10);
});
