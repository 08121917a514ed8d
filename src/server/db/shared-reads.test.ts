import { expect, test } from "vitest";
import { SharedReads } from "./shared-reads.ts";

test("however many ask, few reads of a key run at once, and nobody gets a value from before they asked", async () => {
  let value = "before";
  let begun = 0;
  const ends: (() => void)[] = [];
  const reads = new SharedReads(async (key: string) => {
    begun++;
    const read = `${key} ${value}`;
    await new Promise<void>((resolve) => void ends.push(resolve));
    return read;
  });
  const first = Array.from({ length: 4 }, () => reads.read("a"));
  value = "after";
  const others = Array.from({ length: 50 }, () => reads.read("a"));
  const another = reads.read("b");
  expect(begun).toBe(5);
  ends[1]!();
  expect(await first[1]).toBe("a before");
  await expect.poll(() => begun).toBe(6);
  ends.splice(0).forEach((end) => end());
  expect(new Set(await Promise.all(others))).toEqual(new Set(["a after"]));
  expect(new Set(await Promise.all([first[0], first[2], first[3]]))).toEqual(new Set(["a before"]));
  expect([await another, begun]).toEqual(["b after", 6]);
});

test("a failed read fails for those who share it and those who wait for the next one, and is not repeated for them", async () => {
  let begun = 0;
  const reads = new SharedReads(async () => {
    if (++begun <= 4) throw new Error("away");
    return "there";
  });
  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => reads.read("a")));
  expect([new Set(answers.map(({ status }) => status)), begun]).toEqual([new Set(["rejected"]), 4]);
  expect(await reads.read("a")).toBe("there");
});
