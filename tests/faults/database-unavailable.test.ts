import type pg from "pg";
import { afterAll, expect, test } from "vitest";
import { startEmbedded } from "#server/db/embedded/start-embedded.ts";
import { RESPOND_WITHIN_MS } from "#server/http/deadline.ts";
import { orderNumbers, stockUp } from "../support/books.ts";
import { burst, ROUNDS, sendAgain, untilMore } from "../support/burst.ts";
import { healthOf, watchLateness } from "../support/lateness.ts";
import { makeBuyers, openBackdoor } from "../support/live-shop.ts";
import { freeze } from "../support/processes.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { dataFolder, databaseProcess, freePort, startShop, untilTrue } from "../support/shop-process.ts";

const STOCK = 1_000_000;
/** Maximum time any request may take, whatever the database does: its limit, and time to send the response. */
const PATIENCE_MS = RESPOND_WITHIN_MS + 1000;
/** Maximum time to say that nobody listens. */
const AT_ONCE_MS = 1500;

// The test owns the database, as with an external DATABASE_URL, so the shop cannot restart it.
const [database, data] = [dataFolder({ database: true }), dataFolder()];
let server = await startEmbedded(database.path);
const shop = await startShop({ PORT: await freePort(), DATA_DIR: data.path, DATABASE_URL: urlOf(server.connection) });
const behind = openBackdoor(data.path, server.connection);
const buyers = await makeBuyers(behind, 8);
const productIds = await stockUp(behind, 10, STOCK);

afterAll(async () => {
  await behind.close();
  await shop.stop();
  await server.stop();
  for (const folder of [database, data]) folder.remove();
});

function urlOf({ user, password, host, database: name }: pg.ClientConfig): string {
  return `postgres://${user}:${String(password)}@localhost/${name}?host=${encodeURIComponent(String(host))}`;
}

/** Places an order and measures the response time. */
async function tryOrder() {
  const begun = performance.now();
  const answer = await buyers[0]!.order(shop.url, [[productIds[0]!, 1]]);
  return { ...answer, ms: performance.now() - begun };
}

test("while the database is down, orders are an immediate 503 with Retry-After; they work again without a restart", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { acknowledged, unanswered, refused } = await burst(shop.url, buyers, productIds, randomNumbers(round + 1), async (seen) => {
      await untilMore(seen, 30);
      await server.stop();
    });
    expect(refused).toEqual([]);

    const times: number[] = [];
    const lateness = watchLateness(healthOf(shop.url));
    for (let n = 0; n < 5; n++) {
      const { status, body, headers, ms } = await tryOrder();
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
    await untilTrue(async () => (await tryOrder()).status === 200);
    const numbers = [...acknowledged, ...(await sendAgain(shop.url, unanswered))];
    const known = await orderNumbers(behind);
    expect(numbers.filter((number) => !known.has(number))).toEqual([]);
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
  }
});

// Finding the processes to stop needs /proc.
test.skipIf(process.platform !== "linux")(
  "a database that hangs keeps nobody waiting for ever; when it goes on, so does the shop",
  async () => {
    expect((await tryOrder()).status).toBe(200);
    const goOn = freeze(databaseProcess(database.path)!);
    const lateness = watchLateness(healthOf(shop.url));
    try {
      const answers = await Promise.all(Array.from({ length: 20 }, tryOrder));
      const patience = PATIENCE_MS + (await lateness.end());
      for (const { status, ms } of answers) {
        expect(status).toBe(503);
        expect(ms).toBeLessThan(patience);
      }
    } finally {
      goOn();
    }
    await untilTrue(async () => (await tryOrder()).status === 200);
    await untilTrue(checkStock);
  },
);

/** Orders without a response may still have been placed, but only completely. */
async function checkStock(): Promise<boolean> {
  const { rows } = await behind.shop.database.pool.query(
    `select 1 from product p where p.stock + p.sold <> $1
       or p.sold <> (select coalesce(sum(l.quantity), 0) from order_line l where l.product_id = p.id)`,
    [STOCK],
  );
  return rows.length === 0;
}
