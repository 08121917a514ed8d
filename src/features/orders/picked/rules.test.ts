import { expect, test } from "vitest";
import type { Weighed } from "#shared/weights.ts";
import { movedMarks, type Amount, type LineMark } from "./rules.ts";

const loose: Weighed = { by: "weight", grams: 100 };
const melon: Weighed = { by: "piece", grams: 1000 };
const figs = (quantity: number) => ({ productId: "figs", quantity, weighed: null });
const mark = (found: number, more: Partial<LineMark> = {}): LineMark => ({
  position: 0,
  found,
  grams: null,
  noneLeft: false,
  replacement: null,
  by: "pia",
  inBag: 0,
  isOpen: false,
  ...more,
});
const open = (found: number) => mark(found, { isOpen: true, inBag: found });
const plums = (quantity: number) => ({ productId: "plums", quantity, weighed: null, grams: null });
const packets = (quantity: number) => ({ ...plums(quantity), productId: "packets" });
const nuts = (quantity: number) => ({ productId: "nuts", quantity, weighed: loose });
const back = (quantity: number, productId = "figs"): Amount => ({ productId, quantity });

const two = { ...mark(1), noneLeft: true, replacement: plums(2) };
const packed = { ...mark(2, { grams: 180 }), replacement: packets(1) };
const melons = { productId: "melons", quantity: 3, weighed: melon };
const weighedPlums = { productId: "melons", quantity: 2, weighed: melon, grams: 1900 };

test.each([
  ["found, wanted less", [figs(3)], [figs(1)], [mark(3)], [mark(1)], [back(2)]],
  ["found, wanted more", [figs(3)], [figs(4)], [mark(3)], [open(3)], []],
  ["found, wanted more, then less", [figs(4)], [figs(2)], [open(3)], [mark(2, { inBag: 2 })], [back(1)]],
  ["found, wanted more, then less, but still more", [figs(5)], [figs(4)], [open(3)], [open(3)], []],
  ["found, removed", [figs(3)], [], [mark(3)], [], [back(3)]],
  ["found, swapped for another", [figs(3)], [{ ...figs(3), productId: "kiwis" }], [mark(3)], [], [back(3)]],
  ["partly found, lowered to what was found", [figs(3)], [figs(2)], [mark(2, { noneLeft: true })], [mark(2)], []],
  ["partly found, lowered to more", [figs(3)], [figs(2)], [mark(1, { noneLeft: true })], [mark(1, { noneLeft: true })], []],
  ["replaced, unchanged", [figs(3)], [figs(3)], [two], [two], []],
  ["replaced, lowered by one", [figs(3)], [figs(2)], [two], [{ ...two, replacement: plums(1) }], [back(1, "plums")]],
  ["replaced, lowered to what was found", [figs(3)], [figs(1)], [two], [mark(1)], [back(2, "plums")]],
  ["replaced, raised", [figs(3)], [figs(4)], [two], [open(1)], [back(2, "plums")]],
  ["replaced, raised at another price", [figs(3)], [figs(3), figs(1)], [two], [two], []],
  [
    "replaced, while the replacement is ordered, too",
    [figs(3)],
    [figs(4), plums(1)],
    [two],
    [open(1), { ...open(1), position: 1, by: "shop" }],
    [back(1, "plums")],
  ],
  ["replaced in another way, lowered to more than was found", [nuts(5)], [nuts(3)], [packed], [packed], []],
  ["replaced in another way, lowered to less", [nuts(5)], [nuts(1)], [packed], [open(1)], [back(1, "packets"), back(1, "nuts")]],
  ["replaced in another way, raised", [nuts(5)], [nuts(6)], [packed], [open(2)], [back(1, "packets")]],
  ["weighed, lowered to what was found", [nuts(5)], [nuts(2)], [mark(2, { grams: 180 })], [mark(2, { grams: 180 })], []],
  ["weighed, lowered to less", [nuts(5)], [nuts(3)], [mark(5, { grams: 480 })], [open(3)], [back(2, "nuts")]],
  [
    "replaced by weighed pieces, lowered",
    [{ ...melons, productId: "mangoes" }],
    [{ ...melons, productId: "mangoes", quantity: 2 }],
    [mark(1, { grams: 900, replacement: weighedPlums })],
    [open(1)],
    [back(2, "melons")],
  ],
])("%s", (_name, ordered, wanted, marks, kept, surplus) => {
  const moved = movedMarks(ordered, wanted, { marks, surplus: [] });
  expect(moved.marks).toEqual(kept);
  expect(moved.surplus.toSorted(byId)).toEqual(surplus.toSorted(byId));
});

const byId = (a: Amount, b: Amount) => a.productId.localeCompare(b.productId);

test("a mark moves with its line", () => {
  const moved = movedMarks([plums(1), figs(3)], [figs(3)], { marks: [mark(3, { position: 1 })], surplus: [] });
  expect(moved).toEqual({ marks: [mark(3)], surplus: [] });
});

test.each([
  ["all of it", 3, open(3), []],
  ["some of it", 2, open(2), [back(1)]],
  ["no more", 1, mark(1), [back(2)]],
])("what is to be put back stays in the bag once the shopper wants %s again", (_name, wanted, kept, surplus) => {
  const moved = movedMarks([figs(1), plums(1)], [figs(wanted)], { marks: [mark(1)], surplus: [back(2)] });
  expect(moved).toEqual({ marks: [kept], surplus });
});
