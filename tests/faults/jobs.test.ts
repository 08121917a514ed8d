import { setTimeout as delay } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { SERVING } from "#server/db/timeouts.ts";
import { startEmbedded } from "#server/db/embedded/start-embedded.ts";
import { LONG, ROUNDS } from "../support/rounds.ts";
import { freeze } from "../support/processes.ts";
import { dataFolder, databaseProcess, untilTrue } from "../support/shop-process.ts";
import { runTestJobs } from "../support/test-jobs.ts";

// Campaigns use the shop's real timeouts; the short form uses shorter ones.
const HANG_MS = LONG ? 20_000 : 3000;
const DONE_WITHIN_MS = LONG ? 180_000 : 90_000;

const data = dataFolder({ database: true });
const server = await startEmbedded(data.path);
const jobs = runTestJobs({
  server,
  connection: server.connection,
  timeouts: LONG ? SERVING : { ...SERVING, connectionTimeoutMillis: 1000, query_timeout: 1500 },
  patience: LONG ? undefined : { pollMs: 200, checkMs: 300, silentMs: 2000, unclaimedSeconds: 2, deadSeconds: 4, endMs: 5000 },
  count: 150,
  workMs: 5,
});
afterAll(async () => {
  await jobs.end();
  await server.stop();
  data.remove();
});

test("kill -9 of the database with jobs running: all are done without a restart", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await jobs.enqueueAll();
    await untilTrue(() => jobs.done.size > 20 + round);
    process.kill(databaseProcess(data.path)!, "SIGKILL");
    await untilTrue(() => jobs.allDone(), DONE_WITHIN_MS);
  }
});

// Finding the processes to stop needs /proc.
test.skipIf(process.platform !== "linux")("a database that hangs with jobs under way: all are done without a restart", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await jobs.enqueueAll();
    await untilTrue(() => jobs.done.size > 20 + round);
    const goOn = freeze(databaseProcess(data.path)!);
    const before = jobs.done.size;
    await delay(HANG_MS);
    expect(jobs.done.size - before).toBeLessThanOrEqual(4);
    goOn();
    await untilTrue(() => jobs.allDone(), DONE_WITHIN_MS);
  }
});
