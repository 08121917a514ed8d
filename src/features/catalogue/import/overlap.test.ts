import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { overlap } from "./overlap.ts";

/** Runs steps that note what they do. `fail` names the one that fails, and where. */
async function follow(count: number, fail?: { step: number; at: "begin" | "end" }) {
  const done: string[] = [];
  let [running, most] = [0, 0];
  const steps = Array.from({ length: count }, (_, n) => n + 1);
  const error = await overlap(steps, async (step, { letNext, before }) => {
    most = Math.max(most, ++running);
    try {
      done.push(`begin ${step}`);
      await turn();
      if (fail?.step === step && fail.at === "begin") throw new Error(`no ${step}`);
      letNext();
      for (let n = 0; n < 5; n++) await turn();
      await before;
      if (fail?.step === step && fail.at === "end") throw new Error(`no ${step}`);
      done.push(`end ${step}`);
    } finally {
      running--;
    }
  }).then(
    () => "",
    (thrown: Error) => thrown.message,
  );
  expect(running).toBe(0);
  return { done, most, error };
}

test("each step begins during the one before, ends after it, and no more than two run at once", async () => {
  const { done, most, error } = await follow(4);
  expect(done).toEqual(["begin 1", "begin 2", "end 1", "begin 3", "end 2", "begin 4", "end 3", "end 4"]);
  expect({ most, error }).toEqual({ most: 2, error: "" });
});

test("when a step fails as it begins, the one before is finished and none follows", async () => {
  const { done, error } = await follow(5, { step: 3, at: "begin" });
  expect(done.filter((text) => text.startsWith("end"))).toEqual(["end 1", "end 2"]);
  expect(done).not.toContain("begin 4");
  expect(error).toBe("no 3");
});

test("when a step fails at its end, the next one, already begun, does not end", async () => {
  const { done, error } = await follow(5, { step: 2, at: "end" });
  expect(done.filter((text) => text.startsWith("end"))).toEqual(["end 1"]);
  expect(done).not.toContain("begin 4");
  expect(error).toBe("no 2");
});

test("without steps, there is nothing to do", async () => {
  expect(await follow(0)).toEqual({ done: [], most: 0, error: "" });
});
