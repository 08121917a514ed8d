import { expect, test } from "vitest";
import { sharedBuffers } from "./shared-buffers.ts";

const GB = 1024 ** 3;

test.each([
  [0.5 * GB, "128MB"],
  [2 * GB, "128MB"],
  [8 * GB, "512MB"],
  [64 * GB, "1024MB"],
])("of %d bytes of memory, the database gets %s", (memory, expected) => {
  expect(sharedBuffers(memory)).toBe(expected);
});

test("what this machine has is known", () => {
  expect(sharedBuffers()).toMatch(/^\d+MB$/);
});
