import * as z from "zod/mini";
import { expect, test } from "vitest";
import { line } from "./line.ts";

const read = (text: string) => z.safeParse(line(20), text);

test("a line has no line breaks and no characters that reverse text", () => {
  expect(read(" a\r\nb\u2028c\u0085d ").data).toBe("a b c d");
  expect(read("a\u202Etxt.exe").data).toBe("a txt.exe");
  expect(read("שלום\u200F, José 👩\u200D👧").data).toBe("שלום\u200F, José 👩\u200D👧");
});

test.each(["", " ", "\u200B", "\u2060\uFEFF", "\u202E", "\u00AD\u200D"])("a line needs visible characters: %o", (text) => {
  expect(read(text).error?.issues[0]?.message).toBe("is required");
});
