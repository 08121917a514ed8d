import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { givingWay } from "./give-way.ts";
import { task } from "./jobs.ts";

const job = { name: "test.wait", data: z.null() };

afterEach(() => void vi.useRealTimers());

/** Starts a job while so many connections serve requests. */
function start(busy: number) {
  const serving = { totalCount: 10, idleCount: 10 - busy };
  const work = vi.fn<() => Promise<void>>(async () => {});
  const begun = performance.now();
  // The task reads nothing but the payload.
  const done = Promise.resolve(givingWay(task(job, work), serving).execute({ id: "1", data: null }, undefined as never));
  return { serving, work, took: done.then(() => performance.now() - begun) };
}

test("a job starts at once while few requests are served", async () => {
  const { work } = start(3);
  await Promise.resolve();
  expect(work).toHaveBeenCalledOnce();
});

test("a job waits while the process is busy with requests", async () => {
  // The longest wait never passes.
  vi.useFakeTimers({ toFake: ["performance"] });
  const { serving, work, took } = start(8);
  await Promise.resolve();
  expect(work).not.toHaveBeenCalled();
  serving.idleCount = 10;
  await took;
  expect(work).toHaveBeenCalledOnce();
});

test("under constant load a job starts after a quarter of a second", async () => {
  const { work, took } = start(8);
  expect(await took).toBeGreaterThan(240);
  expect(work).toHaveBeenCalledOnce();
});
