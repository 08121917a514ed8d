import { expect, test } from "vitest";
import { words } from "./words.ts";

const keysOf = (text: string) => words(text, true).map(({ key }) => key);

test("only units join the number before them, not what every JavaScript object has", () => {
  const keys = ["1000g", "rice", "2", "constructor", "set", "3constructor", "5000g"];
  expect(keysOf("1 kg rice, 2 constructor sets, 3constructor, 5 k")).toEqual(keys);
});
