import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { addToCart, deleteCartLine, getCart } from "#features/cart/contract.ts";
import { login } from "#features/account/contract.ts";
import { manyProducts } from "#features/catalogue/contract.ts";
import { startEmbedded } from "#server/db/embedded/start-embedded.ts";
import { checkAll, stockUp } from "../support/books.ts";
import { startProxy } from "../support/database-proxy.ts";
import { healthOf, watchLateness } from "../support/lateness.ts";
import { callOver, openBackdoor } from "../support/live-shop.ts";
import { openMailSink } from "../support/mail-sink.ts";
import { makeLoad } from "../support/order-load.ts";
import { atProviders } from "../support/provider-sandbox.ts";
import { LONG, ROUNDS } from "../support/rounds.ts";
import { signUp } from "../support/sign-up.ts";
import { dataFolder, freePort, startShop, untilTrue } from "../support/shop-process.ts";

const WITHIN_MS = 15_000;
const STOCK = 1_000_000;

const [database, data] = [dataFolder({ database: true }), dataFolder()];
const server = await startEmbedded(database.path);
const role = server.connection.user!;
const proxy = await startProxy(server.connection);
const mail = await openMailSink();
const PORT = await freePort();
const shop = await startShop({ PORT, DATA_DIR: data.path, DATABASE_URL: proxy.url, SMTP_URL: mail.url });
const behind = openBackdoor(data.path, server.connection, { PORT });
const productIds = await stockUp(behind, 20, STOCK);
const [productId] = productIds;
// The shop's own stand-ins of the providers need the database too.
const sandbox = atProviders(shop.url, "pk_test_practice");
const load = makeLoad({ behind, productIds, entry: shop.url, buyers: 3, online: { sandbox, payers: 3 } });
let { token } = await signUp(behind);
const direct = new pg.Client(server.superuser);
await direct.connect();

afterAll(async () => {
  await direct.end();
  await behind.close();
  await shop.stop();
  await mail.close();
  await proxy.close();
  await server.stop();
  for (const folder of [database, data]) folder.remove();
});

/** One of each kind beside the orders: a read, a write, a login, a stand-in of each provider, the health check. */
const CALLS: Record<string, () => Promise<{ status: number; headers: Record<string, unknown> }>> = {
  products: () => callOver(shop.url, manyProducts, { ids: [productId!] }),
  cart: () => callOver(shop.url, getCart, {}, { token }),
  "add to cart": () => callOver(shop.url, addToCart, { productId: productId! }, { token }),
  login: () => callOver(shop.url, login, { email: "nobody@shop.example", password: "a wrong password" }),
  "PayPal's stand-in": () => ask("/sandbox/paypal/v1/notifications/certs/CERT-despensa-practice"),
  "Culqi's stand-in": () => ask("/sandbox/culqi/faults"),
  readyz: () => ask("/readyz"),
};

async function ask(path: string) {
  const { status, headers } = await fetch(shop.url + path);
  return { status, headers: Object.fromEntries(headers) };
}

/** Makes all calls until some fail. Each must give its normal response, or 503 with Retry-After. @returns how long they took */
async function seeFailures(): Promise<{ name: string; ms: number }[]> {
  const failed = new Set<string>();
  const wrong: unknown[] = [];
  const times: { name: string; ms: number }[] = [];
  const { unavailable } = load.failed;
  await untilTrue(async () => {
    const begun = performance.now();
    await Promise.all(
      Object.entries(CALLS).map(async ([name, call]) => {
        const { status, headers } = await call();
        times.push({ name, ms: performance.now() - begun });
        if (status < 500) return;
        failed.add(name);
        if (status !== 503 || !(Number(headers["retry-after"]) > 0)) wrong.push({ name, status });
      }),
    );
    return load.failed.unavailable > unavailable && failed.has("add to cart");
  });
  expect(wrong).toEqual([]);
  return times;
}

async function everythingWorks(): Promise<void> {
  let failing = ["nobody answers"];
  await untilTrue(async () => {
    const answers = await Promise.all(Object.entries(CALLS).map(async ([name, call]) => ({ name, ...(await call()) })));
    failing = answers.flatMap(({ name, status }) => (status < 500 ? [] : [`${name}: ${status}`]));
    return failing.length === 0;
  }).catch(() => expect([failing, shop.output()]).toEqual([[], ""]));
}

const terminateAll = () => direct.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = $1", [role]);

const books = () => checkAll({ behind, start: STOCK, load, mail });

/** People order, pay and cancel meanwhile. Everything that was acknowledged must be there afterwards, once. */
async function survive(fault: () => unknown, mend: () => unknown = () => {}): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    await surviveOnce(fault, mend);
    // The short form compares the books once, at the end: jobs that a fault held up take half a minute.
    if (LONG) await books();
  }
}

async function surviveOnce(fault: () => unknown, mend: () => unknown): Promise<void> {
  const times: { name: string; ms: number }[] = [];
  const lateness = watchLateness(healthOf(shop.url));
  load.longestMs = 0;
  await load.during(async () => {
    await load.untilMore(10);
    ({ token } = await signUp(behind));
    await everythingWorks();
    // A product already in the cart isn't added, so the call couldn't fail.
    await direct.query("delete from cart_line");
    await fault();
    try {
      times.push(...(await seeFailures()));
    } finally {
      await mend();
    }
    await everythingWorks();
    await load.untilMore(10);
  });
  const withinMs = WITHIN_MS + (await lateness.end());
  expect(times.filter(({ ms }) => ms > withinMs)).toEqual([]);
  expect(load.longestMs).toBeLessThan(withinMs);
}

test("a database that hangs", () => survive(proxy.hang, proxy.goOn));

// It works again once the database has ended the transactions of the lost connections.
test("connections that are half open", () => survive(proxy.loseReplies));

test("a database that refuses connections", () => survive(proxy.refuse, proxy.goOn));

test("too many connections (53300)", () =>
  survive(
    async () => {
      await direct.query(`alter role ${role} connection limit 0`);
      await terminateAll();
    },
    () => direct.query(`alter role ${role} connection limit -1`),
  ));

test("a database that turns read only (25006): once it takes writes again, no connection keeps the old state", () =>
  survive(
    async () => {
      await direct.query(`alter role ${role} set default_transaction_read_only = on`);
      await terminateAll();
    },
    () => direct.query(`alter role ${role} reset default_transaction_read_only`),
  ));

test("a full disk (53100)", () =>
  survive(
    async () => {
      await direct.query(`
        create or replace function public.disk_full() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
      for (const table of ["cart_line", "customer_order", "refresh_token", "sandbox_state", "rate_limit", "graphile_worker._private_jobs"])
        await direct.query(
          `create or replace trigger disk_full before insert or update or delete on ${table} for each row execute function public.disk_full()`,
        );
    },
    // Dropping the triggers would wait for locks, and could deadlock with orders.
    () =>
      direct.query(
        "create or replace function public.disk_full() returns trigger language plpgsql as $$ begin return coalesce(new, old); end $$",
      ),
  ));

test("after all these faults, everything that was acknowledged exists once, and nothing is left undone", books);

test("repeating a cart call whose response was lost gives the same response", async () => {
  const added = await callOver(shop.url, addToCart, { productId: productId! }, { token });
  const line = { _id: added.body.data._id as string };
  const first = await callOver(shop.url, deleteCartLine, line, { token });
  const again = await callOver(shop.url, deleteCartLine, line, { token });
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  expect(first.status).toBe(200);
});
