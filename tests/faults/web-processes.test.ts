import { request } from "node:http";
import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { productDetails } from "#features/catalogue/contract.ts";
import { reachEmbedded } from "#server/db/embedded/start-embedded.ts";
import { readMain } from "#start/main-process.ts";
import { checkAll, stockUp } from "../support/books.ts";
import { healthOf, watchLateness } from "../support/lateness.ts";
import { makeBuyers, openBackdoor } from "../support/live-shop.ts";
import { openMailSink } from "../support/mail-sink.ts";
import { makeLoad } from "../support/order-load.ts";
import { openProviderSandbox } from "../support/provider-sandbox.ts";
import { ROUNDS } from "../support/rounds.ts";
import { dataFolder, freePort, spawnShop, startShop, untilTrue } from "../support/shop-process.ts";

const STOCK = 1_000_000;
/** No call may take longer, whatever happens. */
const WITHIN_MS = 15_000;
const data = dataFolder({ database: true });
const [sandbox, mail] = [await openProviderSandbox(), await openMailSink()];
const settings = { PORT: await freePort(), DATA_DIR: data.path, WORKERS: "2", SMTP_URL: mail.url, ...sandbox.env };
let shop = await startShop(settings);
const behind = openBackdoor(data.path, (await reachEmbedded(data.path)).connection, sandbox.env);
const [buyer] = await makeBuyers(behind, 1, { isConfirmed: true });
const productIds = await stockUp(behind, 10, STOCK);
const [productId] = productIds;
const load = makeLoad({ behind, productIds, entry: shop.url, buyers: 4, online: { sandbox, payers: 4 } });
const books = () => checkAll({ behind, start: STOCK, load, mail });

afterAll(async () => {
  await behind.close();
  await shop.stop();
  await mail.close();
  data.remove();
});

/** The process that answers on a new connection, and the stock it reports. */
function ask(): Promise<{ process: string; stock: number }> {
  const body = JSON.stringify({ productId });
  return new Promise((resolve, reject) => {
    const asking = request(
      shop.url + productDetails.path,
      { method: "POST", agent: false, headers: { "content-type": "application/json", "content-length": body.length } },
      (answer) => {
        let text = "";
        answer.on("data", (chunk) => (text += String(chunk)));
        answer.on("end", () =>
          resolve({ process: String(answer.headers["x-request-id"]).split("-")[0]!, stock: JSON.parse(text).data.stock }),
        );
      },
    );
    asking.on("error", reject).end(body);
  });
}

/** The stock that each of the two processes reports. */
async function askBoth(): Promise<number[]> {
  const said = new Map<string, number>();
  await untilTrue(async () => {
    for (const { process, stock } of await Promise.all(Array.from({ length: 8 }, ask))) if (!said.has(process)) said.set(process, stock);
    return said.size === 2;
  });
  return [...said.values()];
}

// Sharing a port without the main process needs Linux.
test.skipIf(process.platform !== "linux")(
  "what one process sells is gone in the cached responses of the other one when the order is answered",
  async () => {
    for (let left = STOCK; left > STOCK - 10; left--) {
      expect(await askBoth()).toEqual([left, left]);
      const { status, body } = await buyer!.order(shop.url, [[productId!, 1]], randomUUID());
      expect(status).toBe(200);
      load.acknowledge(body.data.orderId);
    }
    expect(await askBoth()).toEqual([STOCK - 10, STOCK - 10]);
  },
);

test.skipIf(process.platform !== "linux")(
  "kill -9 of the main process: the others serve on without a break until a new one takes over",
  async () => {
    const former = readMain(data.path)!;
    expect(former).toMatchObject({ pid: shop.child.pid, workers: [expect.any(Number), expect.any(Number)] });
    await load.during(async () => {
      await load.untilMore(5);
      const { unavailable } = load.failed;
      process.kill(former.pid, "SIGKILL");
      await load.untilMore(30);
      shop = await startShop(settings);
      await untilTrue(() => readMain(data.path)?.pid === shop.child.pid);
      await untilTrue(() => !former.workers.some(isAlive));
      await load.untilMore(15);
      expect(load.failed.unavailable).toBe(unavailable);
    });
    await books();
  },
);

for (const [victims, count] of [
  ["one of the two web processes", 1],
  ["both web processes at once", 2],
] as const)
  test.skipIf(process.platform !== "linux")(
    `kill -9 of ${victims} among orders and payments: no call hangs, and nothing is lost or doubled`,
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { workers } = readMain(data.path)!;
        expect(workers).toHaveLength(2);
        load.longestMs = 0;
        let late = 0;
        await load.during(async () => {
          await load.untilMore(20);
          const lateness = watchLateness(healthOf(`http://127.0.0.1:${new URL(sandbox.url).port}`));
          for (const pid of workers.slice(0, count)) process.kill(pid, "SIGKILL");
          await load.untilMore(30);
          late = await lateness.end();
          await untilTrue(() => readMain(data.path)!.workers.filter(isAlive).length === 2);
        });
        expect(load.longestMs).toBeLessThan(WITHIN_MS + late);
        await books();
      }
    },
  );

test.skipIf(process.platform !== "linux")("another shop on the same port is refused with the reason", async () => {
  const other = dataFolder({ database: true });
  const refused = spawnShop({ ...settings, DATA_DIR: other.path });
  await untilTrue(() => refused.child.exitCode !== null);
  expect(refused.output()).toMatch(/Port \d+ is in use/);
  other.remove();
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
