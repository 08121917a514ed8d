import { request } from "node:http";
import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { productDetails } from "#features/catalogue/contract.ts";
import { reachEmbedded } from "#server/db/embedded/start-embedded.ts";
import { readMain } from "#start/main-process.ts";
import { checkBooks, stockUp } from "../support/books.ts";
import { callOver, makeBuyers, openBackdoor } from "../support/live-shop.ts";
import { dataFolder, freePort, spawnShop, startShop, untilTrue } from "../support/shop-process.ts";

const STOCK = 1000;
const data = dataFolder({ database: true });
const settings = { PORT: await freePort(), DATA_DIR: data.path, WORKERS: "2" };
let shop = await startShop(settings);
const behind = openBackdoor(data.path, (await reachEmbedded(data.path)).connection);
const [buyer] = await makeBuyers(behind, 1);
const [productId] = await stockUp(behind, 1, STOCK);

afterAll(async () => {
  await behind.close();
  await shop.stop();
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
      expect((await buyer!.order(shop.url, [[productId!, 1]], randomUUID())).status).toBe(200);
    }
    expect(await askBoth()).toEqual([STOCK - 10, STOCK - 10]);
  },
);

test.skipIf(process.platform !== "linux")(
  "kill -9 of the main process: the others serve on without a break until a new one takes over",
  async () => {
    const former = readMain(data.path)!;
    expect(former).toMatchObject({ pid: shop.child.pid, workers: [expect.any(Number), expect.any(Number)] });
    const end = new AbortController();
    let answered = 0;
    // Like the shop's pages: an order whose connection was closed while it was sent is sent again with its key.
    const sell = async () => {
      const key = randomUUID();
      const order = () => buyer!.order(shop.url, [[productId!, 1]], key);
      expect((await order().catch(order).catch(order)).status).toBe(200);
    };
    const selling = (async () => {
      while (!end.signal.aborted) {
        await sell();
        answered++;
      }
    })();
    selling.catch(() => {}); // awaited below
    await untilTrue(() => answered > 3);
    process.kill(former.pid, "SIGKILL");
    const atKill = answered;
    await untilTrue(() => answered > atKill + 20);

    shop = await startShop(settings);
    await untilTrue(() => readMain(data.path)?.pid === shop.child.pid);
    await untilTrue(() => former.workers.every((pid) => !isAlive(pid)));
    const atEnd = answered;
    await untilTrue(() => answered > atEnd + 10);
    end.abort();
    await selling;
    await checkBooks(behind, STOCK);
    expect((await callOver(shop.url, productDetails, { productId: productId! })).status).toBe(200);
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
