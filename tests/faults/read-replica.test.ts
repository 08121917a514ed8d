import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { updateProduct } from "#features/catalogue/admin/contract.ts";
import { productDetails, type Product } from "#features/catalogue/contract.ts";
import { LIMITS } from "#server/db/timeouts.ts";
import { noExternalPostgres, startExternalPostgres, startStandby, type ExternalPostgres } from "../support/external-postgres.ts";
import { addProduct, addShelf } from "../support/goods.ts";
import { healthOf, watchLateness } from "../support/lateness.ts";
import { callOver, openBackdoor, type Backdoor } from "../support/live-shop.ts";
import { noPgBouncer, startPgBouncer } from "../support/pgbouncer.ts";
import { dataFolder, freePort, startShop, untilTrue, type ShopProcess } from "../support/shop-process.ts";
import { makeAdmin } from "../support/sign-up.ts";

const SEEN_WITHIN_MS = 1000;
/** Announcing, hearing and reading a change may each be late. */
const HOPS = 3;
/** Much more than a read takes, and less than waiting for the replica. */
const AT_ONCE_MS = LIMITS.standby * 0.8;
const CHANGES = 12;

if (noExternalPostgres) console.log(`Skipped: ${noExternalPostgres}`);

async function connectTo(server: ExternalPostgres): Promise<pg.Client> {
  const client = new pg.Client({ ...server.superuser, database: "shop" });
  client.on("error", () => {});
  await client.connect();
  return client;
}

const productAt = async (url: string, productId: string, login?: string): Promise<Product> => {
  const { status, body } = await callOver(url, productDetails, { productId }, login ? { token: login } : {});
  expect(status).toBe(200);
  return body.data;
};

/** How many reads each server has answered. */
async function readsOf({ metrics }: { metrics: string }): Promise<{ standby: number; primary: number }> {
  const text = await (await fetch(metrics)).text();
  const by = (server: string) => Number(new RegExp(`^despensa_replica_reads_total\\{by="${server}"\\} (\\d+)`, "m").exec(text)?.[1] ?? 0);
  return { standby: by("standby"), primary: by("primary") };
}

async function readsDuring(machine: { metrics: string }, work: () => Promise<void>): Promise<{ standby: number; primary: number }> {
  const before = await readsOf(machine);
  await work();
  const after = await readsOf(machine);
  return { standby: after.standby - before.standby, primary: after.primary - before.primary };
}

describe.skipIf(noExternalPostgres)("two machines with a read replica, one of them through PgBouncer", () => {
  let primary: ExternalPostgres;
  let standby: ExternalPostgres;
  let onStandby: pg.Client;
  let bouncer: Awaited<ReturnType<typeof startPgBouncer>> | undefined;
  let behind: Backdoor;
  let token: string;
  const unread: string[] = [];
  const folders = [dataFolder(), dataFolder()];
  const machines: { url: string; metrics: string; process: ShopProcess }[] = [];

  beforeAll(async () => {
    primary = await startExternalPostgres();
    standby = await startStandby(primary);
    if (!noPgBouncer) bouncer = await startPgBouncer({ connection: { ...standby.connection, password: "any" } });
    const shared = { DATABASE_URL: primary.url, JWT_SECRET: randomBytes(24).toString("hex") };
    for (const [n, { path }] of folders.entries()) {
      const [PORT, METRICS_PORT] = [await freePort(), await freePort()];
      const DATABASE_READ_URL = (n === 1 && bouncer?.url) || standby.url;
      const process = await startShop({ ...shared, PORT, METRICS_PORT, DATABASE_READ_URL, DATA_DIR: path });
      machines.push({ url: process.url, metrics: `http://127.0.0.1:${METRICS_PORT}/metrics`, process });
    }
    behind = openBackdoor(folders[0]!.path, primary.connection, shared);
    ({ token } = await makeAdmin(behind));
    await addUnread(1500);
    onStandby = await connectTo(standby);
    for (const machine of machines) await untilReplicaIsUsed(machine);
  });

  afterAll(async () => {
    await onStandby?.end();
    await behind?.close();
    for (const { process } of machines) await process.stop();
    await bouncer?.stop();
    await standby?.stop();
    await primary?.stop();
    for (const folder of folders) folder.remove();
  });

  async function addUnread(count: number): Promise<void> {
    const ids = await Promise.all(Array.from({ length: count }, () => addProduct(behind, { unit: "1 kg", description: "Good", price: 1 })));
    await addShelf(behind, ids);
    unread.push(...ids);
  }

  /** A product that no cache has. */
  async function nextUnread(): Promise<string> {
    if (unread.length === 0) await addUnread(100);
    return unread.pop()!;
  }
  const readFresh = async ({ url }: { url: string }, login?: string): Promise<void> =>
    void (await productAt(url, await nextUnread(), login));

  async function untilReplicaIsUsed(machine: { url: string; metrics: string }): Promise<void> {
    const isUsed = async () => {
      await delay(100);
      return (await readsDuring(machine, () => readFresh(machine))).standby > 0;
    };
    await untilTrue(isUsed);
  }

  /** Changes prices at one machine, and reads them at once there and at the other. @returns after how many ms the other showed each */
  async function changePrices(): Promise<number[]> {
    const [here, there] = machines.map(({ url }) => url) as [string, string]; // two were started
    const times: number[] = [];
    const lateness = watchLateness(healthOf(here), healthOf(there), () => behind.shop.database.pool.query("select 1"));
    for (let n = 1; n <= CHANGES; n++) {
      const id = await nextUnread();
      const price = 1 + n / 100;
      const product = await productAt(here, id);
      // If the other machine has it in its cache, it must drop it; if not, it must not read it from the standby.
      if (n % 2) expect((await productAt(there, id)).price).toBe(1);
      const { status } = await callOver(here, updateProduct, { ...product, price }, { token });
      expect(status).toBe(200);
      const changed = performance.now();
      for (const login of [undefined, token]) expect((await productAt(here, id, login)).price).toBe(price);
      await untilTrue(async () => (await productAt(there, id)).price === price);
      times.push(Math.round(performance.now() - changed));
      for (const url of [here, there]) expect((await productAt(url, id)).price).toBe(price);
    }
    expect(Math.max(...times)).toBeLessThan(SEEN_WITHIN_MS + HOPS * (await lateness.end()));
    return times;
  }

  test("a replica that keeps up answers what is the same for everyone, and nothing for people who are logged in", async () => {
    for (const machine of machines) {
      // A busy machine may answer a read so late that the replica isn't asked for a while.
      await untilTrue(async () => {
        const reads = await readsDuring(machine, async () => {
          for (let n = 0; n < 30; n++) await readFresh(machine);
        });
        return reads.standby > 30 && reads.standby > 9 * reads.primary;
      });
      expect(await readsDuring(machine, () => readFresh(machine, token))).toEqual({ standby: 0, primary: 0 });
    }
    const { rows } = await onStandby.query("select from pg_stat_activity where usename = 'shop'");
    expect(rows.length).toBeGreaterThan(0);
    console.log(`Prices seen on the other machine after ${(await changePrices()).join(", ")} ms`);
  });

  test("while the replica is behind, no price is older than an acknowledged change; then it is used again", async () => {
    await onStandby.query("select pg_wal_replay_pause()");
    await untilTrue(async () => (await onStandby.query("select pg_get_wal_replay_pause_state() as s")).rows[0].s === "paused");
    console.log(`Prices seen on the other machine after ${(await changePrices()).join(", ")} ms, while replay was paused`);
    for (const machine of machines) {
      const reads = await readsDuring(machine, async () => {
        for (let n = 0; n < 10; n++) await readFresh(machine);
      });
      expect(reads.standby).toBe(0);
    }
    await onStandby.query("select pg_wal_replay_resume()");
    for (const machine of machines) await untilReplicaIsUsed(machine);
  });

  test.each([
    ["hangs", async () => standby.hang(), async () => standby.goOn()],
    ["is killed", () => standby.kill(), () => standby.restart()],
  ])("when the replica %s, only reads under way wait for it, and later it is used again", async (_what, fault, mend) => {
    await fault();
    for (const machine of machines) {
      const times: number[] = [];
      const lateness = watchLateness(healthOf(machine.url), () => behind.shop.database.pool.query("select 1"));
      for (let n = 0; n < 60; n++) {
        const begun = performance.now();
        await readFresh(machine);
        times.push(Math.round(performance.now() - begun));
      }
      const atOnceMs = AT_ONCE_MS + (await lateness.end());
      // One, but a busy machine has some of its own.
      expect(times.filter((ms) => ms > atOnceMs).slice(5)).toEqual([]);
      await untilTrue(async () => (await fetch(`${machine.url}/readyz`)).ok);
    }
    await changePrices();
    await mend();
    for (const machine of machines) await untilReplicaIsUsed(machine);
  });

  test("a replica that was made a primary of its own answers nothing", async () => {
    const promoted = await connectTo(standby);
    await promoted.query("select pg_promote()");
    await changePrices();
    for (const machine of machines) {
      const reads = await readsDuring(machine, () => readFresh(machine));
      expect(reads.standby).toBe(0);
    }
    await promoted.end();
  });
});
