import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

const LIMITS = { slots: 1, waiting: 10, waitingPerKey: 3, waitMs: 10_000 };
const full = () => new Error("full");
const soon = () => new Promise((resolve) => setTimeout(resolve));

/** A queue with jobs that finish on demand. */
function openQueue(limits = {}) {
  const queue = new FairQueue({ ...LIMITS, ...limits });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    queue,
    begun,
    run: (key: string) =>
      queue.run(
        key,
        () => {
          begun.push(key);
          return new Promise<void>((resolve) => ends.push(resolve));
        },
        full,
      ),
    endNext: async () => {
      ends.shift()!();
      await soon();
    },
  };
}

test("a key with many calls waits behind itself: others get every second slot", async () => {
  const { run, begun, endNext } = openQueue();
  const all = [run("greedy"), run("greedy"), run("greedy"), run("shopper"), run("shopper")];
  for (let n = 0; n < all.length; n++) await endNext();
  await Promise.all(all);
  expect(begun).toEqual(["greedy", "greedy", "shopper", "greedy", "shopper"]);
});

test("no more tasks run concurrently than there are slots, even after failures", async () => {
  const queue = new FairQueue({ ...LIMITS, slots: 2, waitingPerKey: 10 });
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await soon();
    running--;
    throw new Error("no");
  };
  const done = await Promise.allSettled(Array.from({ length: 8 }, () => queue.run("a", work, full)));
  expect(done.every(({ status }) => status === "rejected")).toBe(true);
  expect([most, running, queue.isIdle]).toEqual([2, 0, true]);
});

test("a full queue refuses immediately, one key before the others", async () => {
  const { run, endNext, begun } = openQueue({ waiting: 4 });
  const inside = [run("greedy"), run("greedy"), run("greedy"), run("greedy")];
  await expect(run("greedy")).rejects.toThrow("full");
  inside.push(run("shopper"));
  await expect(run("another")).rejects.toThrow("full");
  for (let n = 0; n < inside.length; n++) await endNext();
  await Promise.all(inside);
  expect(begun).toHaveLength(5);
});

test("a task that waited too long is refused and leaves the queue", async () => {
  const { queue, run, endNext, begun } = openQueue({ waitMs: 20 });
  const first = run("a");
  await expect(run("b")).rejects.toThrow("full");
  await endNext();
  await first;
  expect([begun, queue.isIdle]).toEqual([["a"], true]);
});
