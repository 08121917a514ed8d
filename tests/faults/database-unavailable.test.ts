import { randomUUID } from "node:crypto";
import type pg from "pg";
import { afterAll, expect, test } from "vitest";
import { startEmbedded } from "#server/db/embedded/start-embedded.ts";
import { RESPOND_WITHIN_MS } from "#server/http/deadline.ts";
import { checkAll, stockUp } from "../support/books.ts";
import { healthOf, watchLateness } from "../support/lateness.ts";
import { makeBuyers, openBackdoor, type Buyer } from "../support/live-shop.ts";
import { openLoadBalancer } from "../support/load-balancer.ts";
import { openMailSink } from "../support/mail-sink.ts";
import { makeLoad } from "../support/order-load.ts";
import { freeze } from "../support/processes.ts";
import { openProviderSandbox } from "../support/provider-sandbox.ts";
import { ROUNDS } from "../support/rounds.ts";
import { dataFolder, databaseProcess, freePort, startShop, untilTrue } from "../support/shop-process.ts";

const STOCK = 1_000_000;
/** Maximum time any request may take, whatever the database does: its limit, and time to send the response. */
const PATIENCE_MS = RESPOND_WITHIN_MS + 1000;
/** Maximum time to say that nobody listens. */
const AT_ONCE_MS = 1500;

// The test owns the database, as with an external DATABASE_URL, so the shop cannot restart it.
const [database, data] = [dataFolder({ database: true }), dataFolder()];
let server = await startEmbedded(database.path);
const [sandbox, mail] = [await openProviderSandbox(), await openMailSink()];
const env = { DATABASE_URL: urlOf(server.connection), SMTP_URL: mail.url, ...sandbox.env };
const shop = await startShop({ PORT: await freePort(), DATA_DIR: data.path, ...env });
const behind = openBackdoor(data.path, server.connection, sandbox.env);
const productIds = await stockUp(behind, 10, STOCK);
const load = makeLoad({ behind, productIds, entry: shop.url, buyers: 4, online: { sandbox, payers: 4 } });

afterAll(async () => {
  await behind.close();
  await shop.stop();
  await mail.close();
  await server.stop();
  for (const folder of [database, data]) folder.remove();
});

function urlOf({ user, password, host, database: name }: pg.ClientConfig): string {
  return `postgres://${user}:${String(password)}@localhost/${name}?host=${encodeURIComponent(String(host))}`;
}

/** An order that is tried again and again. */
function newTry(buyer: Buyer) {
  const key = randomUUID();
  const send = async () => {
    const begun = performance.now();
    const answer = await buyer.order(shop.url, [[productIds[0]!, 1]], key);
    return { ...answer, ms: performance.now() - begun };
  };
  return {
    send,
    async insist(): Promise<void> {
      await untilTrue(async () => {
        const { status, body } = await send();
        if (status === 200) load.acknowledge(body.data.orderId);
        return status === 200;
      });
    },
  };
}

const newTries = async (count: number) => (await makeBuyers(behind, count, { isConfirmed: true })).map(newTry);
const checkBooks = () => checkAll({ behind, start: STOCK, load, mail });

test("while the database is down, orders are an immediate 503 with Retry-After; they work again without a restart", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [order] = await newTries(1);
    await load.during(async () => {
      await load.untilMore(30);
      await server.stop();
      await untilTrue(async () => (await order!.send()).status !== 200);

      const times: number[] = [];
      const lateness = watchLateness(healthOf(shop.url));
      for (let n = 0; n < 5; n++) {
        const { status, body, headers, ms } = await order!.send();
        times.push(ms);
        expect(status).toBe(503);
        expect(body).toMatchObject({ success: false, error: true, message: expect.stringContaining("try again") });
        expect(Number(headers["retry-after"])).toBeGreaterThan(0);
      }
      expect(Math.max(...times)).toBeLessThan(AT_ONCE_MS + (await lateness.end()));
      expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
      const ready = await fetch(`${shop.url}/readyz`);
      expect([ready.status, await ready.json()]).toEqual([503, expect.objectContaining({ notReady: ["database"] })]);

      server = await startEmbedded(database.path);
      await order!.insist();
    });
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
    await checkBooks();
  }
});

// Finding the processes to stop needs /proc.
test.skipIf(process.platform !== "linux")(
  "a database that hangs keeps nobody waiting for ever; when it goes on, so does the shop",
  async () => {
    const tries = await newTries(20);
    const goOn = freeze(databaseProcess(database.path)!);
    const lateness = watchLateness(healthOf(shop.url));
    try {
      const answers = await Promise.all(tries.map(({ send }) => send()));
      const patience = PATIENCE_MS + (await lateness.end());
      for (const { status, ms } of answers) {
        expect(status).toBe(503);
        expect(ms).toBeLessThan(patience);
      }
    } finally {
      goOn();
    }
    // Orders without a response may have been placed, but only once and completely.
    for (const order of tries) await order.insist();
    await checkBooks();
  },
);

test("while the database is down, a load balancer still reaches cached pages, and no machine that is about to leave", async () => {
  const settings = { DATA_DIR: data.path, ...env };
  const machines = [
    await startShop({ ...settings, PORT: await freePort(), DRAIN_SECONDS: "3" }),
    await startShop({ ...settings, PORT: await freePort() }),
  ] as const;
  const [leaving] = machines;
  const balancer = await openLoadBalancer(machines.map(({ url }) => url));
  const statuses = async () => Promise.all([1, 2, 3, 4].map(async () => (await fetch(balancer.url)).status));
  const [buyer] = await makeBuyers(behind, 1);
  try {
    for (const { url } of machines) await (await fetch(url)).text();
    await server.stop();
    for (const { url } of machines) await untilTrue(async () => (await fetch(`${url}/readyz`)).status === 503);
    await balancer.checked();
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    const order = await buyer!.order(balancer.url, [[productIds[0]!, 1]], randomUUID());
    expect([order.status, Number(order.headers["retry-after"]) > 0]).toEqual([503, true]);

    leaving.child.kill("SIGTERM");
    await untilTrue(async () => (await fetch(`${leaving.url}/servez`)).status === 503);
    await balancer.checked();
    expect(await leaving.ended).toBe(0);
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    expect(balancer.cut).toEqual([]);
  } finally {
    server = await startEmbedded(database.path);
    balancer.close();
    for (const machine of machines) if (machine.child.exitCode === null) await machine.stop();
  }
});

/** Refunds and emails that were due when PostgreSQL was restarted are left to the shop, and to nobody else. */
test("after a restart of the database under load, all that was due is done: emails, and refunds at the providers", async () => {
  await load.during(async () => {
    await load.untilMore(60);
    await server.stop();
    server = await startEmbedded(database.path);
    await load.untilMore(60);
  });
  await checkAll({ behind, start: STOCK, load, mail }, { patient: true });
  const refunds = [...load.orders.values()].filter(({ isPaid, isCancelled }) => isPaid && isCancelled);
  expect(refunds.length).toBeGreaterThan(0);
});
