import { expect, test } from "vitest";
import { RESERVATION_STATES, type ReservationState } from "./contract.ts";
import { MOVES, RESERVATION_MOVES, shortageMessage, shortagesMessage, sumPerProduct } from "./rules.ts";

const held = (state: ReservationState) => (state === "RESERVED" ? 1 : 0);

test("no move creates or loses a piece", () => {
  for (const { shelf, reserved, sold } of Object.values(MOVES)) expect(shelf + reserved + sold).toBe(0);
});

test("every reservation state is reachable, and pieces are held exactly while reserved", () => {
  const moves = Object.entries(RESERVATION_MOVES) as [keyof typeof RESERVATION_MOVES, { from: ReservationState; to: ReservationState }][];
  const reached = new Set<ReservationState>(["RESERVED"]);
  for (const state of reached) for (const [, { from, to }] of moves) if (from === state) reached.add(to);
  expect([...reached].toSorted()).toEqual([...RESERVATION_STATES].toSorted());
  for (const [name, { from, to }] of moves) expect(MOVES[name].reserved).toBe(held(to) - held(from));
});

test("quantities of one product are added up, in the order of their first lines", () => {
  const items = [
    { productId: "b", quantity: 2 },
    { productId: "a", quantity: 1 },
    { productId: "b", quantity: 3 },
  ];
  expect(sumPerProduct(items)).toEqual([
    { productId: "b", quantity: 5 },
    { productId: "a", quantity: 1 },
  ]);
});

test("a shortage names the number left", () => {
  expect(shortageMessage(left("Red Apples", 3))).toBe("Only 3 of Red Apples left");
  expect(shortageMessage(left("Red Apples", 0))).toBe("Red Apples is sold out");
  expect(shortageMessage({ name: "Loose Apples", stock: 3, weighed: { by: "weight", grams: 100 } })).toBe(
    "Only 0.3 kg of Loose Apples left",
  );
  expect(shortageMessage({ name: "Mangoes", stock: 3, weighed: { by: "piece", grams: 300 } })).toBe("Only 3 of Mangoes left");
});

const left = (name: string, stock: number) => ({ name, stock });

test("a shortage names at most three products", () => {
  expect(shortagesMessage([left("Figs", 0)])).toBe("Figs is sold out. Update your cart and try again.");
  expect(shortagesMessage([left("Figs", 2), left("Dates", 0), left("Nuts", 1), left("Plums", 0), left("Pears", 0)])).toBe(
    "Only 2 of Figs left, Dates is sold out, Only 1 of Nuts left, and 2 more. Update your cart and try again.",
  );
});
