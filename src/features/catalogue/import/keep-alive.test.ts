import { afterEach, expect, test, vi } from "vitest";
import type { Db } from "#server/db/connect.ts";
import { keepAlive } from "./keep-alive.ts";

afterEach(() => void vi.useRealTimers());

async function work(): Promise<string> {
  await vi.advanceTimersByTimeAsync(2500);
  return "done";
}

/** The errors that are logged while a run works whose signs of life fail with `failure`. */
async function loggedFor(failure: Error): Promise<unknown[]> {
  vi.useFakeTimers();
  const update = () => ({ set: () => ({ where: () => Promise.reject(failure) }) });
  const error = vi.fn<(error: unknown) => void>();
  // All that is asked of the database here.
  expect(await keepAlive({ update } as unknown as Db, { importId: "a", run: "b" }, work, { error })).toBe("done");
  return error.mock.calls.flat();
}

test("a defect in the signs of life is logged, and the work goes on", async () => {
  const defect = new Error('column "alive_at" does not exist');
  expect(await loggedFor(defect)).toEqual([defect]);
});

test("a database that is unavailable for a moment is not reported as a defect", async () => {
  expect(await loggedFor(new Error("Connection terminated"))).toEqual([]);
});
