import { expect, test } from "vitest";
import { newId } from "#server/new-id.ts";
import { ResetCodes } from "./codes.ts";

const codes = new ResetCodes("a secret of this shop alone");

test("a code is six digits, may start with zeros, is evenly distributed and depends on the secret", () => {
  const firsts = Array<number>(10).fill(0);
  for (let n = 0; n < 5000; n++) {
    const code = codes.codeOf(`asking ${n}`);
    expect(code).toMatch(/^\d{6}$/);
    firsts[Number(code[0])]!++;
  }
  // Of 5,000 each digit comes 500 times, give or take 21: six times that never happens by chance.
  for (const count of firsts) expect(Math.abs(count - 500)).toBeLessThan(130);
  const ids = Array.from({ length: 20 }, newId);
  const others = new ResetCodes("another secret of another shop");
  expect(ids.filter((id) => others.codeOf(id) === codes.codeOf(id)).length).toBeLessThan(3);
});

test("a stored hash matches only its own code and request", () => {
  const id = newId();
  const code = codes.codeOf(id);
  const codeHash = codes.hashOf(id, code);
  expect(codes.hashOf(id, code)).toBe(codeHash);
  expect(codes.hashOf(id, code === "000000" ? "000001" : "000000")).not.toBe(codeHash);
  expect(codes.hashOf(newId(), code)).not.toBe(codeHash);
  expect(new ResetCodes("another secret of another shop").hashOf(id, code)).not.toBe(codeHash);
});
