import { expect, test } from "vitest";
import { editDistance } from "./edit-distance.ts";

test.each([
  ["milk", "milk", 0],
  ["milk", "mlk", 1],
  ["milk", "millk", 1],
  ["milk", "malk", 1],
  ["milk", "mlik", 1],
  ["milk", "lmik", 2],
  ["milk", "", 4],
  ["", "", 0],
])("from %j to %j", (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
  expect(editDistance(other, one)).toBe(distance);
});
