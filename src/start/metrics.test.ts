import { sql, type SQL } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, expect, test, vi } from "vitest";
import { listCategories } from "#features/catalogue/contract.ts";
import { searchProducts } from "#features/search/contract.ts";
import { openDatabase, type Db } from "#server/db/connect.ts";
import { listenTo } from "#server/metrics/events.ts";
import { machineGauges } from "#server/metrics/machine-gauges.ts";
import { readGauges, type ShopGauge } from "#server/metrics/shop-gauges.ts";
import { measureProcess, metricsOfProcess } from "#server/metrics/web-metrics.ts";
import { noteArchiveState } from "#server/backup/archive/archive-state.ts";
import { noteBackup } from "#server/backup/backup-runs.ts";
import { newCashBuyer, one } from "../../tests/support/cash-buyer.ts";
import { addProduct } from "../../tests/support/goods.ts";
import { freePort } from "../../tests/support/shop-process.ts";
import { openTestShop } from "../../tests/support/test-shop.ts";
import { openMetrics } from "./metrics.ts";

const METRICS_PORT = await freePort();
const shop = await openTestShop({ METRICS_PORT, BACKUP_TO: "/mnt", ARCHIVE_TO: "/mnt/archive", BACKUP_PASSPHRASE: "at least twelve" });
const { database, config } = shop.shop;
measureProcess(database);
afterAll(() => listenTo(undefined));
const url = await shop.app.listen({ port: 0, host: "127.0.0.1" });

/** The sum of a metric's values, over the label values given. */
function valueOf(text: string, name: string, labels: Record<string, string> = {}): number {
  const matches = (line: string) =>
    line.startsWith(name) &&
    /[ {]/.test(line[name.length] ?? "") &&
    Object.entries(labels).every(([key, value]) => line.includes(`${key}="${value}"`));
  return text
    .split("\n")
    .filter(matches)
    .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

test("requests are counted by route and status with how long they took, those from the cache too", async () => {
  for (let n = 0; n < 3; n++) await fetch(`${url}${listCategories.path}`);
  for (let n = 0; n < 2; n++) await fetch(`${url}/api/nowhere/${n}`);
  await fetch(`${url}/api/cart/get`);
  const text = await metricsOfProcess();
  const requests = (labels: Record<string, string>) => valueOf(text, "despensa_http_requests_total", labels);
  expect(requests({ route: listCategories.path, status: "200" })).toBe(1);
  expect(requests({ route: "cached", status: "200" })).toBe(2);
  expect(requests({ status: "404" })).toBe(2);
  expect(requests({ route: "/api/cart/get", status: "401" })).toBe(1);
  expect(text).not.toContain("/api/nowhere");
  expect(valueOf(text, "despensa_http_request_duration_seconds_count", { route: "cached" })).toBe(2);
  expect(valueOf(text, "despensa_cache_requests_total", { result: "hit" })).toBe(2);
  expect(valueOf(text, "despensa_cache_requests_total", { result: "miss" })).toBe(1);
});

test("searches, stock conflicts, emails and connections are counted", async () => {
  const rice = await addProduct(shop, { name: "Rice", stock: 2 });
  const buyer = await newCashBuyer(shop);
  expect((await buyer.order(one(rice))).status).toBe(200);
  expect((await buyer.order(one(rice, 5))).status).toBe(409);
  await shop.call(searchProducts, { search: "rice", page: 1, limit: 10 });
  await shop.doJobs();
  const text = await metricsOfProcess();
  expect(valueOf(text, "despensa_stock_conflicts_total")).toBe(1);
  expect(valueOf(text, "despensa_search_duration_seconds_count")).toBe(1);
  expect(valueOf(text, "despensa_emails_total", { result: "sent" })).toBe(1);
  expect(valueOf(text, "despensa_database_pool", { state: "idle" })).toBeGreaterThan(0);
  expect(text).toContain("nodejs_eventloop_lag_p99_seconds");
});

test("the port serves what the whole shop has: orders, payments, jobs, refunds and the last backup", async () => {
  await database.db.execute(sql`select graphile_worker.add_job('test.wait-email', run_at => now() - interval '90 seconds')`);
  await database.db.execute(sql`select graphile_worker.add_job('test.long', run_at => now() - interval '1 hour')`);
  await database.db.execute(sql`
    update graphile_worker._private_jobs j set locked_at = now(), locked_by = 'me'
    from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'test.long'`);
  await noteBackup(database.db, { ok: true, address: "/mnt" });
  const archivedAt = "2026-11-22T02:37:00.000Z";
  noteArchiveState(config.dataDir, { at: archivedAt, problem: "" });
  const end = await openMetrics(config.metrics!, config, shop.connection, pino({ level: "silent" }));
  try {
    const address = `http://127.0.0.1:${METRICS_PORT}`;
    const response = await fetch(`${address}/metrics`);
    expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    expect(valueOf(text, "despensa_orders", { status: "PENDING" })).toBe(1);
    expect(valueOf(text, "despensa_jobs_waiting", { kind: "email" })).toBe(1);
    expect(valueOf(text, "despensa_jobs_oldest_seconds", { kind: "email" })).toBeGreaterThan(89);
    expect(valueOf(text, "despensa_jobs_oldest_seconds", { kind: "other" })).toBe(0);
    expect(text).toContain('despensa_refunds_waiting{status="waiting"} 0');
    expect(Date.now() / 1000 - valueOf(text, "despensa_backup_last_success_timestamp_seconds")).toBeLessThan(60);
    expect(valueOf(text, "despensa_backup_nightly")).toBe(1);
    expect(valueOf(text, "despensa_archive_last_success_timestamp_seconds")).toBe(Date.parse(archivedAt) / 1000);
    expect(valueOf(text, "despensa_archive_waiting_bytes")).toBe(0);
    expect(valueOf(text, "despensa_disk_free_bytes")).toBeGreaterThan(1_000_000);
    expect(text).toContain("despensa_database_up 1");
    expect(valueOf(text, "despensa_http_requests_total")).toBeGreaterThan(0);
    expect((await fetch(`${address}/`)).status).toBe(404);
    await expect(openMetrics(config.metrics!, config, shop.connection, pino({ level: "silent" }))).rejects.toThrow("METRICS_PORT");
  } finally {
    await end();
    await database.db.execute(sql`delete from graphile_worker._private_jobs where locked_by = 'me'`);
  }
});

test("while the database is unavailable, the metrics say so instead of failing, and those of the machine go on", async () => {
  const unavailable = openDatabase({ host: "127.0.0.1", port: Number(await freePort()), connectionTimeoutMillis: 500 }, () => {});
  const read = readGauges(unavailable.db, [gauge("a", sql`select 1 as value`)], pino({ level: "silent" }), machineGauges(config));
  const text = await read();
  expect(text).toContain("despensa_database_up 0");
  expect(valueOf(text, "despensa_disk_free_bytes")).toBeGreaterThan(0);
  await unavailable.close();
});

test("while the database hangs, the metrics say so before Prometheus gives up, however many ask", async () => {
  const execute = vi.fn(() => new Promise<never>(() => {}));
  const read = readGauges({ execute } as unknown as Db, [gauge("a", sql`select 1 as value`)], pino({ level: "silent" }));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const texts = Promise.all([read(), read()]);
  await vi.advanceTimersByTimeAsync(2000);
  vi.useRealTimers();
  for (const text of await texts) expect(text).toContain("despensa_database_up 0");
  expect(execute).toHaveBeenCalledOnce();
});

test("a figure that takes too long is missing, and the others are still in time", async () => {
  const reached = Promise.withResolvers<void>();
  const read = vi.fn<ShopGauge["read"]>(() => {
    reached.resolve();
    return new Promise(() => {});
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const text = readGauges(database.db, [gauge("a", sql`select 1 as value`), { name: "b", help: "b", read }], pino({ level: "silent" }))();
  await reached.promise;
  await vi.advanceTimersByTimeAsync(8000);
  vi.useRealTimers();
  expect(valueOf(await text, "a")).toBe(1);
  expect(await text).not.toMatch(/^b /m);
});

test("a figure that can't be read is missing and logged, while the database is up", async () => {
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => void lines.push(line) });
  const gauges = [gauge("a", sql`select 1 as value`), gauge("b", sql`select 1 / 0 as value`)];
  const text = await readGauges(database.db, gauges, log)();
  expect(text).toContain("despensa_database_up 1");
  expect(valueOf(text, "a")).toBe(1);
  expect(text).not.toMatch(/^b/m);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ gauge: "b", msg: "a figure could not be read" }]);
});

function gauge(name: string, query: SQL): ShopGauge {
  return { name, help: name, read: async (db) => (await db.execute<{ value: number }>(query)).rows };
}

test("nothing is measured unless METRICS_PORT is set", async () => {
  const quiet = await openTestShop();
  const before = valueOf(await metricsOfProcess(), "despensa_http_requests_total");
  await fetch(`${await quiet.app.listen({ port: 0, host: "127.0.0.1" })}/healthz`);
  expect(valueOf(await metricsOfProcess(), "despensa_http_requests_total")).toBe(before);
});
