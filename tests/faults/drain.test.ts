import { connect, createServer, type AddressInfo } from "node:net";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, expect, test } from "vitest";
import { listenToOrders } from "#features/orders/admin/contract.ts";
import { confirmPayPalPayment, createPayPalOrder } from "#features/payments/contract.ts";
import { emailPasswordChanged } from "#features/account/emails.ts";
import { GRACE_MS } from "#start/stop-times.ts";
import { checkBooks, orderNumbers, stockUp } from "../support/books.ts";
import { addAddress } from "../support/goods.ts";
import { callOver, makeBuyers, openBackdoor } from "../support/live-shop.ts";
import { openLoadBalancer } from "../support/load-balancer.ts";
import { openProviderSandbox } from "../support/provider-sandbox.ts";
import { openSharedDatabase } from "../support/shared-database.ts";
import { LONG } from "../support/rounds.ts";
import { dataFolder, freePort, startShop, untilTrue, type ShopProcess } from "../support/shop-process.ts";
import { makeAdmin, signUp } from "../support/sign-up.ts";

const STOCK = 10_000;
/** Enough for a busy machine to notice that a shop leaves, and less than a provider may take to answer. */
const DRAIN_SECONDS = "4";
const DRAIN_MS = 1000 * Number(DRAIN_SECONDS);
const database = await openSharedDatabase();
const sandbox = await openProviderSandbox();
const data = dataFolder();
const settings = { DATA_DIR: data.path, ...database.env, ...sandbox.env };
const behind = openBackdoor(data.path, database.connection, settings);
const [rice] = (await stockUp(behind, 1, STOCK)) as [string];

const running: ShopProcess[] = [];
async function open(env: Record<string, string> = {}): Promise<ShopProcess> {
  const shop = await startShop({ ...settings, PORT: await freePort(), ...env });
  running.push(shop);
  return shop;
}
afterEach(async () => {
  for (const shop of running.splice(0)) if (shop.child.exitCode === null) await shop.stop();
});
afterAll(async () => {
  await behind.close();
  await database.drop();
  data.remove();
});

const portOf = (server: { address(): AddressInfo | string | null }) => (server.address() as AddressInfo).port;

/** A shopper whose payment at PayPal is approved, and how they confirm it. */
async function approvedPayment(url: string) {
  const { user, token } = await signUp(behind);
  const addressId = await addAddress(behind, user._id);
  const { body } = await callOver(url, createPayPalOrder, { list_items: [{ productId: rice, quantity: 2 }], addressId }, { token });
  await sandbox.payer(body.orderId, "approve");
  return () => callOver(url, confirmPayPalPayment, { orderId: body.orderId }, { token });
}

const captures = async () =>
  (await behind.shop.database.pool.query("select 1 from payment_attempt where status = 'CAPTURING'")).rowCount === 1;

for (const WORKERS of LONG ? ["1", "2"] : ["2"])
  test(`one of two machines leaves under load without a request cut or refused (${WORKERS} web processes each)`, async () => {
    const shops = await Promise.all([open({ WORKERS, DRAIN_SECONDS }), open({ WORKERS, DRAIN_SECONDS })]);
    const balancer = await openLoadBalancer(shops.map(({ url }) => url));
    const confirm = await approvedPayment(shops[0].url);
    const before = (await orderNumbers(behind)).size;
    const end = new AbortController();
    const answers: number[] = [];
    const buying = (await makeBuyers(behind, 4)).map(async (buyer) => {
      while (!end.signal.aborted) answers.push((await buyer.order(balancer.url, [[rice, 1]], randomUUID())).status);
    });
    await untilTrue(() => answers.length > 10);

    await sandbox.fault("paypal", { operation: "capture", effect: "slow", ms: DRAIN_MS + 1000 });
    const paid = confirm();
    await untilTrue(captures);
    const leaving = shops[0];
    leaving.child.kill("SIGTERM");
    expect((await paid).status).toBe(200);
    expect(await leaving.ended).toBe(0);
    const atEnd = answers.length;
    await untilTrue(() => answers.length > atEnd + 10);
    end.abort();
    await Promise.all(buying);

    expect(balancer.cut).toEqual([]);
    expect(new Set(answers)).toEqual(new Set([200]));
    expect((await orderNumbers(behind)).size - before).toBe(answers.length + 1);
    await checkBooks(behind, STOCK);
    balancer.close();
  });

test("after a signal /servez and /readyz fail first, then requests are the last of their connections, then the shop is gone", async () => {
  const shop = await open({ DRAIN_SECONDS });
  const list = () => fetch(`${shop.url}/api/category/get`);
  for (let n = 0; n < 3; n++) expect((await list()).headers.get("connection")).toBe("keep-alive");
  const { token } = await makeAdmin(behind);
  const stream = await fetch(shop.url + listenToOrders.path, { headers: { authorization: `Bearer ${token}` } });
  let events = "";
  const streaming = (async () => {
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) events += chunk;
  })();

  const signalled = performance.now();
  shop.child.kill("SIGTERM");
  await untilTrue(async () => (await fetch(`${shop.url}/readyz`)).status === 503);
  expect(((await (await fetch(`${shop.url}/readyz`)).json()) as { notReady: string[] }).notReady).toEqual(["draining"]);
  expect((await fetch(`${shop.url}/servez`)).status).toBe(503);
  expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
  for (const answer of [await list(), await fetch(shop.url), await fetch(`${shop.url}/none`)]) {
    expect([200, 404]).toContain(answer.status);
    expect(answer.headers.get("connection")).toBe("close");
  }
  expect(events).not.toContain("retry");
  await streaming;
  expect(performance.now() - signalled).toBeGreaterThan(DRAIN_MS - 100);
  expect(events).toMatch(/^event: ready\n.*\n\n(:\n\n)*retry: [1-5]\d{3}\n\n$/s);
  expect(await shop.ended).toBe(0);
});

test("without DRAIN_SECONDS a shop ends at once, whoever has connected without asking for anything", async () => {
  const shop = await open();
  const silent = connect(Number(new URL(shop.url).port), "127.0.0.1");
  await once(silent, "connect");
  const signalled = performance.now();
  expect(await shop.stop()).toBe(0);
  expect(performance.now() - signalled).toBeLessThan(GRACE_MS);
  silent.destroy();
});

test("a job under way when its process leaves is given back at once, and done by another one", async () => {
  // It accepts connections but says nothing.
  const deaf = createServer().listen(0, "127.0.0.1");
  const heard: string[] = [];
  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _session, done) {
      heard.push(address);
      done();
    },
    onData: (stream, _session, done) => void stream.resume().on("end", () => done()),
  });
  mail.listen(0, "127.0.0.1");
  await Promise.all([once(deaf, "listening"), once(mail.server, "listening")]);
  const leaving = await open({ SMTP_URL: `smtp://127.0.0.1:${portOf(deaf)}` });
  const { user } = await signUp(behind);
  const connected = once(deaf, "connection");
  await emailPasswordChanged(behind.shop.database.db, user._id, user.email);
  await connected;
  const LOCKS = "select locked_by from graphile_worker._private_jobs where locked_by is not null";
  const lockedBy = async () => (await behind.shop.database.pool.query<{ locked_by: string }>(LOCKS)).rows.map((job) => job.locked_by);
  const held = await lockedBy();
  expect(held).not.toEqual([]);
  await open({ SMTP_URL: `smtp://127.0.0.1:${portOf(mail.server)}` });
  expect(await leaving.stop()).toBe(0);
  // Otherwise it would be free after a minute.
  expect((await lockedBy()).filter((by) => held.includes(by))).toEqual([]);
  await untilTrue(() => heard.includes(user.email));
  deaf.close();
  mail.close();
});
