import { expect, test } from "vitest";
import { withRemoved as rowsOf, type Row } from "./held-rows.tsx";

const lines = (names: string) => Array.from(names);
const withRemoved = (names: readonly string[], before: readonly Row<string>[]) => rowsOf(names, before, (name) => name);
const told = (rows: readonly Row<string>[]) => rows.map(({ line, removed }) => (removed ? `-${line}` : line)).join(" ");

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
