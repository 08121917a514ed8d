import { expect, test } from "vitest";
import { joinDetails, joinList, splitDetails, splitList } from "./cells.ts";

test.each([
  [["Fruit"], "Fruit"],
  [["Fruit", "Snacks, sweet"], "Fruit | Snacks, sweet"],
  [["A | B", "C"], String.raw`A \| B | C`],
  [["back\\slash", "double\\\\", "pipe\\|"], undefined],
  [["ends with \\", "begins"], undefined],
])("shelf names %j share a cell and are read back", (names, cell) => {
  if (cell !== undefined) expect(joinList(names)).toBe(cell);
  expect(splitList(joinList(names))).toEqual(names);
});

test("pictures are separated by spaces, line breaks or bars", () => {
  const wanted = ["https://a.example/1", "https://a.example/2", "/images/x/640.webp"];
  expect(splitList("https://a.example/1 | https://a.example/2\n/images/x/640.webp", "space")).toEqual(wanted);
  const odd = ["https://a.example/x|https://b.example", "https://a.example/y"];
  expect(splitList(joinList(odd, " "), "space")).toEqual(odd);
});

test.each([
  { Origin: "Peru" },
  { "Keep: cool": "below 8 °C: always", Text: "two\nlines\r\nand \\n no break", "back\\slash:": "\\" },
  { "=danger": "-1" },
])("extra fields %j share a cell and are read back", (details) => {
  expect(splitDetails(joinDetails(details))).toEqual({ ok: true, value: details });
});

test("extra fields are read the way people type them", () => {
  expect(splitDetails(" Origin : Peru \n\nTaste:sweet")).toEqual({ ok: true, value: { Origin: "Peru", Taste: "sweet" } });
  expect(splitDetails("just words")).toEqual({ ok: false, reason: 'needs lines such as "Origin: Peru", not "just words"' });
  expect(splitDetails("a: 1\na: 2")).toEqual({ ok: false, reason: 'has the field "a" twice' });
});
