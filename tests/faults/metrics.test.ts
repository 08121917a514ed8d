import { afterAll, expect, test } from "vitest";
import { readMain } from "#start/main-process.ts";
import { dataFolder, freePort, startShop, untilTrue } from "../support/shop-process.ts";
import { freeze } from "../support/processes.ts";

const data = dataFolder({ database: true });
const METRICS_PORT = await freePort();
const shop = await startShop({ PORT: await freePort(), DATA_DIR: data.path, WORKERS: "2", METRICS_PORT });
afterAll(async () => {
  await shop.stop();
  data.remove();
});

async function metric(line: RegExp): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
  return [...text.matchAll(line)].reduce((sum, match) => sum + Number(match[1]), 0);
}
const answered = () => metric(/^despensa_http_requests_total\{[^}]*route="\/healthz"[^}]*\} (\d+)/gm);

test("one address has the sum over all web processes, also while one of them is replaced", async () => {
  for (let n = 0; n < 40; n++) await fetch(`${shop.url}/healthz`, { headers: { connection: "close" } });
  expect(await answered()).toBe(40);
  expect(await metric(/^despensa_database_up (\d)/gm)).toBe(1);
  process.kill(readMain(data.path)!.workers[0]!, "SIGKILL");
  await untilTrue(async () => (await answered()) < 40);
  await untilTrue(async () => (await metric(/^(?:process_start_time_seconds|despensa_database_up) (\d)/gm)) > 0);
  expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
});

const isServed = async () => (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).ok;
const workers = () => readMain(data.path)!.workers;

test("a web process that hangs is replaced, and the metrics are served again", async () => {
  await untilTrue(async () => workers().length === 2 && (await isServed()));
  const hanging = workers()[0]!;
  freeze(hanging);
  expect(await isServed()).toBe(false);
  await untilTrue(() => workers().length === 2 && !workers().includes(hanging));
  await untilTrue(isServed);
  expect(shop.output()).toContain("a web process hangs; it is killed");
});
