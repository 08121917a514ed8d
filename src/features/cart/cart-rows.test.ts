import { expect, test } from "vitest";
import type { Line } from "./pages/cart-engine.ts";
import { withRemoved } from "./pages/cart-rows.ts";

const lineOf = (name: string): Line => ({
  id: name,
  product: { _id: name, name, image: [], unit: "", price: 1, discount: 0 },
  quantity: 1,
});
const lines = (names: string) => Array.from(names, lineOf);
const told = (rows: ReturnType<typeof withRemoved>) => rows.map(({ line, removed }) => (removed ? `-${line.id}` : line.id)).join(" ");

test("CARD-4 a removed line keeps its place among the others", () => {
  const before = withRemoved(lines("abcd"), []);
  expect(told(before)).toBe("a b c d");
  const first = withRemoved(lines("bcd"), before);
  expect(told(first)).toBe("-a b c d");
  const more = withRemoved(lines("be"), first);
  expect(told(more)).toBe("-a b -c -d e");
  expect(told(withRemoved([], more))).toBe("-a -b -c -d -e");
});

test("a restored line is an ordinary line again", () => {
  const removed = withRemoved(lines("ac"), withRemoved(lines("abc"), []));
  expect(told(withRemoved(lines("abc"), removed))).toBe("a b c");
});
