import { expect, test } from "vitest";
import { csvLine, protect, unprotect } from "./csv.ts";

test.each([
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["＝1", "'＝1"],
  ["'=1", "''=1"],
  ["''-1", "'''-1"],
  ["'t Smidje", "'t Smidje"],
  ["a=b", "a=b"],
  ["x;=cmd|' /C calc'!A0;y", "x;'=cmd|' /C calc'!A0;y"],
  ["x;'=1;''+2", "x;''=1;'''+2"],
  ["one\n=1\r\n@2", "one\n'=1\r\n'@2"],
  ["one;'two", "one;'two"],
  ["", ""],
])("spreadsheets do not run %j, and the import reads it back", (text, cell) => {
  expect(protect(text)).toBe(cell);
  expect(unprotect(cell)).toBe(text);
});

test("cells are quoted if they have to be", () => {
  expect(csvLine(["a", 'say "hi"', "x,y", "x;y", "two\nlines", " edge", "-1", ""])).toBe(
    'a,"say ""hi""","x,y","x;y","two\nlines"," edge",\'-1,\r\n',
  );
});
