import { expect, test } from "vitest";
import { RESERVATION_STATES, type ReservationState } from "./contract.ts";
import { MOVES, RESERVATION_MOVES, sumPerProduct } from "./rules.ts";

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
