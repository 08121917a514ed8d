import { setTimeout as delay } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { beforeEach, expect, test, vi } from "vitest";
import { home, productDetails } from "#features/catalogue/contract.ts";
import { sheetPdf } from "#features/complaints/contract.ts";
import { deliverySlots } from "#features/delivery/contract.ts";
import { getCart } from "#features/cart/contract.ts";
import { mergeLists } from "#features/lists/contract.ts";
import { login } from "#features/account/contract.ts";
import { uploadAvatar } from "#features/account/profile/contract.ts";
import { searchProducts } from "#features/search/contract.ts";
import { addProduct } from "../../../tests/support/goods.ts";
import { sendFile } from "../../../tests/support/send-file.ts";
import { signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { untilBlocked } from "../../../tests/support/until-blocked.ts";
import { buildApp } from "#start/app.ts";
import { cacheable, ResponseCache } from "../cache/response-cache.ts";
import { pageRoutes } from "../render/render.ts";
import { Refusal } from "../http/errors.ts";
import { LoadShedding } from "./load-shedding.ts";
import { RequestBudget } from "./request-budget.ts";

const from = (ip: string) => ({ ip }) as FastifyRequest;
const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: unknown) => (error instanceof Refusal ? error.status : 500),
  );
const QUEUE = { slots: 1, waiting: 10, waitingPerKey: 2, waitMs: 10_000 };
const SMALL = { delayMs: () => 0, queue: QUEUE, budget: { burst: 3, perSecond: 1 }, refusalMs: 0 };

test("a network over its budget is served while there is capacity, and refused while others need it", async () => {
  const shedding = new LoadShedding({ rateLimit: true }, SMALL);
  for (let n = 0; n < 5; n++) expect(await statusOf(shedding.queueUncached(from("10.0.0.1"), async () => {}))).toBe(200);
  const other = Promise.withResolvers<void>();
  const busy = shedding.queueUncached(from("10.0.0.2"), () => other.promise);
  expect(await statusOf(shedding.queueUncached(from("10.0.0.1"), async () => {}))).toBe(429);
  const third = shedding.queueUncached(from("10.0.0.3"), async () => {});
  other.resolve();
  await Promise.all([busy, third]);
});

test("a refusal is delayed, to slow down clients that retry immediately", async () => {
  const shedding = new LoadShedding({ rateLimit: true }, { ...SMALL, delayMs: () => 300, refusalMs: 50 });
  const begun = performance.now();
  expect(await statusOf(shedding.queueUncached(from("10.0.0.1"), async () => {}))).toBe(503);
  expect(performance.now() - begun).toBeGreaterThan(40);
});

test("calls for which there is no room are refused after a while, so that a client that retries at once takes little time", async () => {
  const one = { slots: 1, waiting: 0, waitingPerKey: 0, waitMs: 60_000 };
  const shedding = new LoadShedding({ rateLimit: true }, { ...SMALL, ofOneAccount: one, ofStrangers: one, refusalMs: 50 });
  const done = Promise.withResolvers<void>();
  const work = () => done.promise;
  const calls = [
    () => shedding.queueForAccount({ ip: "10.0.0.1", userId: "a" }, work),
    () => shedding.queueForStranger(from("10.0.0.1"), work),
  ];
  for (const call of calls) {
    const first = statusOf(call());
    const begun = performance.now();
    expect(await statusOf(call())).toBe(429);
    expect(performance.now() - begun).toBeGreaterThan(40);
    void first;
  }
  done.resolve();
});

const makePage = async () => ({ response: cacheable(200, {}, "page"), tags: [] });

test("a refused request does not affect others waiting for the same response", async () => {
  const shedding = new LoadShedding({ rateLimit: true }, { ...SMALL, budget: { burst: 1, perSecond: 0 }, refusalMs: 50 });
  const cache = new ResponseCache();
  const ask = (ip: string, key: string) => statusOf(shedding.respond(cache, key, from(ip), makePage));
  expect(await ask("10.0.0.1", "a")).toBe(200);
  const other = Promise.withResolvers<void>();
  const busy = shedding.queueUncached(from("10.0.0.2"), () => other.promise);
  const refused = ask("10.0.0.1", "b");
  const shopper = ask("10.0.0.3", "b");
  other.resolve();
  await busy;
  expect([await refused, await shopper]).toEqual([429, 200]);
});

test("a network's budget refills, up to its burst", () => {
  const budget = new RequestBudget({ burst: 2, perSecond: 1 });
  const takes = (at: number) => budget.take({ narrow: "10.0.0.1" }, at);
  expect([takes(0), takes(0), takes(0)]).toEqual([true, true, false]);
  expect(budget.take({ narrow: "10.0.0.2" }, 0)).toBe(true);
  expect([takes(1000), takes(1000)]).toEqual([true, false]);
  expect([takes(60_000), takes(60_000), takes(60_000)]).toEqual([true, true, false]);
});

test("whoever has an IPv6 /48 has the budget of four networks, and one place in the queue", async () => {
  const shedding = new LoadShedding({ rateLimit: true }, { ...SMALL, budget: { burst: 1, perSecond: 0 } });
  const other = Promise.withResolvers<void>();
  const busy = shedding.queueUncached(from("10.0.0.2"), () => other.promise);
  const inside = Array.from({ length: 4 }, (_, n) => shedding.queueUncached(from(`2001:db8:1:${n}::1`), async () => {}));
  const refused = await Promise.all(inside.slice(2).map(statusOf));
  expect(refused).toEqual([503, 503]);
  expect(await statusOf(shedding.queueUncached(from("2001:db8:1:9::1"), async () => {}))).toBe(429);
  const neighbor = shedding.queueUncached(from("2001:db8:2::1"), async () => {});
  other.resolve();
  await Promise.all([busy, ...inside.slice(0, 2), neighbor]);
});

test("a few calls of one account run at once and the rest wait, without holding up other accounts", async () => {
  const shedding = new LoadShedding(
    { rateLimit: true },
    { ...SMALL, ofOneAccount: { slots: 4, waiting: 60, waitingPerKey: 60, waitMs: 60_000 } },
  );
  const done = Promise.withResolvers<void>();
  const running = { now: 0, most: 0 };
  const work = async () => {
    running.most = Math.max(running.most, ++running.now);
    await done.promise;
    running.now--;
  };
  const flood = Array.from({ length: 65 }, () => statusOf(shedding.queueForAccount({ ip: "10.0.0.1", userId: "flooding" }, work)));
  expect([await flood[64], running.now]).toEqual([429, 4]);
  expect(await statusOf(shedding.queueForAccount({ ip: "10.0.0.1", userId: "another" }, async () => {}))).toBe(200);
  done.resolve();
  expect([new Set(await Promise.all(flood.slice(0, 64))), running.most]).toEqual([new Set([200]), 4]);
  const off = new LoadShedding({ rateLimit: false }, { ...SMALL, ofOneAccount: { ...QUEUE, waiting: 0 } });
  expect(await Promise.all(flood.map(() => statusOf(off.queueForAccount({ ip: "10.0.0.1", userId: "flooding" }, async () => {}))))).toEqual(
    flood.map(() => 200),
  );
});

test("while many calls run, the accounts of one network take turns, without holding up other networks", async () => {
  const ofOneNetwork = { slots: 2, waiting: 6, waitingPerKey: 5, waitMs: 60_000 };
  const shedding = new LoadShedding({ rateLimit: true }, { ...SMALL, ofOneNetwork, crowdedFrom: 3 });
  const done = Promise.withResolvers<void>();
  const begun: string[] = [];
  const call = (ip: string, account: string, waitsForProvider = false) => {
    const work = async () => {
      begun.push(account);
      await done.promise;
    };
    return statusOf(shedding.queueForAccount({ ip, userId: account, waitsForProvider }, work));
  };
  const early = ["a", "b", "c"].map((account) => call("10.0.0.1", account));
  expect(begun).toEqual(["a", "b", "c"]);
  const flood = ["d", "d", "d", "d", "e", "f", "g", "h", "i"].map((account) => call("10.0.0.1", account));
  const [neighbor, payer] = [call("10.0.0.2", "z"), call("10.0.0.1", "p", true)];
  expect(begun).toEqual(["a", "b", "c", "d", "d", "z", "p"]);
  expect(await flood.at(-1)).toBe(429);
  done.resolve();
  expect(new Set(await Promise.all([...early, ...flood.slice(0, -1), neighbor, payer]))).toEqual(new Set([200]));
  expect(begun.slice(7)).toEqual(["d", "e", "f", "g", "h", "d"]);
});

test("a logged-in person's calls are counted together, whatever they are for", async () => {
  const one = { slots: 1, waiting: 0, waitingPerKey: 0, waitMs: 60_000 };
  const shedding = new LoadShedding({ rateLimit: true }, { ...SMALL, ofOneAccount: one });
  const limited = buildApp({ ...opened.shop, shedding });
  await limited.ready();
  const [person, other] = [await signUp(opened), await signUp(opened)];
  const statuses = async ({ token }: typeof person) => {
    const headers = { authorization: `Bearer ${token}` };
    const lists = await limited.inject({ method: mergeLists.method, url: mergeLists.path, payload: { lists: [] }, headers });
    const cart = await limited.inject({ url: getCart.path, headers });
    return [lists.statusCode, cart.statusCode];
  };
  expect(await statuses(person)).toEqual([200, 200]);
  const done = Promise.withResolvers<void>();
  const running = shedding.queueForAccount({ ip: "10.0.0.9", userId: person.user._id }, () => done.promise);
  expect(await statuses(person)).toEqual([429, 429]);
  expect(await statuses(other)).toEqual([200, 200]);
  done.resolve();
  await running;
  expect(await statuses(person)).toEqual([200, 200]);
  await limited.close();
});

test("calls that wait for a payment provider have a queue of their own in each network", async () => {
  const ofProviderCalls = { slots: 2, waiting: 2, waitingPerKey: 2, waitMs: 60_000 };
  const shedding = new LoadShedding({ rateLimit: true }, { ...SMALL, ofProviderCalls, crowdedFrom: 0 });
  const done = Promise.withResolvers<void>();
  const begun: string[] = [];
  const pay = (ip: string, account: string) =>
    statusOf(
      shedding.queueForAccount({ ip, userId: account, waitsForProvider: true }, async () => {
        begun.push(account);
        await done.promise;
      }),
    );
  const flood = ["a", "b", "c", "d", "e"].map((account) => pay("10.0.0.1", account));
  expect([await flood[4], begun]).toEqual([429, ["a", "b"]]);
  const other = pay("10.0.0.2", "z");
  expect(begun).toEqual(["a", "b", "z"]);
  expect(await statusOf(shedding.queueForAccount({ ip: "10.0.0.1", userId: "cart" }, async () => {}))).toBe(200);
  done.resolve();
  expect(new Set(await Promise.all([...flood.slice(0, 4), other]))).toEqual(new Set([200]));
});

test("a few of each network's strangers' calls that have no other queue run at once", async () => {
  const ofStrangers = { slots: 2, waiting: 3, waitingPerKey: 3, waitMs: 60_000 };
  const shedding = new LoadShedding({ rateLimit: true }, { ...SMALL, ofStrangers });
  const done = Promise.withResolvers<void>();
  let begun = 0;
  const call = (ip: string) =>
    statusOf(
      shedding.queueForStranger(from(ip), async () => {
        begun++;
        await done.promise;
      }),
    );
  const flood = Array.from({ length: 6 }, () => call("10.0.0.1"));
  expect([await flood[5], begun]).toEqual([429, 2]);
  const other = call("10.0.0.2");
  expect(begun).toBe(3);
  done.resolve();
  expect(new Set(await Promise.all([...flood.slice(0, 5), other]))).toEqual(new Set([200]));
});

test("however many networks strangers call from, half of a process's connections are left", async () => {
  const shedding = new LoadShedding({ rateLimit: true });
  const done = Promise.withResolvers<void>();
  let begun = 0;
  const call = (n: number) =>
    shedding.queueForStranger(from(`10.0.${n}.1`), async () => {
      begun++;
      await done.promise;
    });
  const flood = Array.from({ length: 40 }, (_, n) => call(n % 20));
  await delay(20);
  expect(begun).toBe(5);
  done.resolve();
  await Promise.all(flood);
  expect(begun).toBe(40);
});

test("of one network's accounts, however many, few more calls run at once than a process has connections", async () => {
  const shedding = new LoadShedding({ rateLimit: true });
  const done = Promise.withResolvers<void>();
  let begun = 0;
  const work = async () => {
    begun++;
    await done.promise;
  };
  const flood = Array.from({ length: 160 }, (_, n) =>
    shedding.queueForAccount({ ip: "10.0.0.1", userId: `account ${n % 40}`, waitsForProvider: n % 2 === 0 }, work),
  );
  await delay(20);
  expect(begun).toBeGreaterThan(10);
  expect(begun).toBeLessThanOrEqual(32);
  done.resolve();
  await Promise.all(flood);
});

test("logins that wait for their network's count leave connections to shoppers", async () => {
  const shop = await openTestShop({ RATE_LIMIT: "on" });
  const person = await signUp(shop);
  const wrong = () => shop.call(login, { email: "nobody@shop.example", password: "wrong-password-1" });
  await wrong();
  const lock = await shop.shop.database.pool.connect();
  await lock.query("begin");
  const { rowCount } = await lock.query("select from rate_limit where key like 'login-address:%' for update");
  expect(rowCount).toBeGreaterThan(0);
  const flood = Array.from({ length: 30 }, wrong);
  await untilBlocked(shop);
  expect((await shop.call(getCart, undefined, person)).status).toBe(200);
  await lock.query("commit");
  lock.release();
  await Promise.all(flood);
});

test("pictures that wait for their network's count leave connections to shoppers", async () => {
  const shop = await openTestShop({ RATE_LIMIT: "on" });
  const [sender, shopper] = [await signUp(shop), await signUp(shop)];
  const send = () => sendFile(shop, uploadAvatar, Buffer.from("no picture"), { token: sender.token });
  expect((await send()).status).toBe(400);
  const lock = await shop.shop.database.pool.connect();
  await lock.query("begin");
  const { rowCount } = await lock.query("select from rate_limit where key like 'upload-%' for update");
  expect(rowCount).toBe(2);
  const flood = Array.from({ length: 30 }, send);
  await untilBlocked(shop);
  expect((await shop.call(getCart, undefined, shopper)).status).toBe(200);
  await lock.query("commit");
  lock.release();
  expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([400, 429]));
});

test("however many ask whether the shop is ready, it checks once", async () => {
  const shop = await openTestShop({ RATE_LIMIT: "on" });
  const query = vi.spyOn(shop.shop.database.pool, "query");
  const answers = await Promise.all(Array.from({ length: 50 }, () => shop.app.inject("/readyz")));
  expect(new Set(answers.map(({ statusCode }) => statusCode)).size).toBe(1);
  // The database, its migrations and its admins.
  expect(query.mock.calls.length).toBeLessThanOrEqual(3);
  query.mockRestore();
});

test("with RATE_LIMIT=off nothing is refused, however late and however many, but a few run at once", async () => {
  const shedding = new LoadShedding({ rateLimit: false }, { ...SMALL, delayMs: () => 60_000 });
  const end = Promise.withResolvers<void>();
  let running = 0;
  const all = Array.from({ length: 500 }, () =>
    shedding.queueUncached(from("10.0.0.1"), async () => {
      running++;
      await end.promise;
    }),
  );
  await delay(20);
  expect(running).toBe(3);
  end.resolve();
  await Promise.all(all);
  expect(running).toBe(500);
});

let late = 0;
const opened = await openTestShop();
const shop = { ...opened.shop, shedding: new LoadShedding({ rateLimit: true }, { ...SMALL, delayMs: () => late }) };
const app = buildApp(shop);
const rendered: string[] = [];
await pageRoutes(app, shop, {
  files: undefined,
  async render({ url }) {
    rendered.push(url);
    return new Response("<p>page</p>", { headers: { "content-type": "text/html" } });
  },
});
await app.ready();
beforeEach(() => void (late = 0));

const post = (path: string, payload: object, headers = {}) => app.inject({ method: "POST", url: path, payload, headers });

test("under overload, uncached anonymous work is refused first; cached responses and the checkout stay", async () => {
  const id = await addProduct(opened);
  const { token } = await signUp(opened);
  const signedIn = { authorization: `Bearer ${token}` };
  const asks = {
    health: () => app.inject("/healthz"),
    cart: () => app.inject({ url: getCart.path, headers: signedIn }),
    cached: () => post(productDetails.path, { productId: id }),
    cachedPage: () => app.inject("/about-us"),
    own: () => app.inject({ url: "/api/user/sessions", headers: signedIn }),
    madeUp: () => app.inject({ url: "/api/user/sessions", headers: { authorization: "Bearer made.up.token" } }),
    anonymous: () => post(login.path, { email: "nobody@shop.example", password: "a wrong one" }),
    encoded: () => post(login.path.replace("api", "%61pi"), { email: "nobody@shop.example", password: "a wrong one" }),
    uncached: () => post(searchProducts.path, { search: randomUUID() }),
    delivery: () => app.inject(`${deliverySlots.path}?way=delivery`),
    ownDelivery: () => app.inject({ url: `${deliverySlots.path}?way=delivery`, headers: signedIn }),
    document: () => app.inject(`${sheetPdf.path}?key=${"0".repeat(32)}`),
    newPage: () => app.inject(`/${randomUUID()}`),
  };
  const refusedAt = async (ms: number) => {
    late = ms;
    const refused: string[] = [];
    for (const [name, ask] of Object.entries(asks)) {
      const { statusCode, headers } = await ask();
      if (statusCode !== 503) continue;
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
      refused.push(name);
    }
    return refused;
  };
  const strangers = ["anonymous", "encoded"];
  expect(await refusedAt(0)).toEqual([]);
  expect(await refusedAt(300)).toEqual(["uncached", "delivery", "document", "newPage"]);
  expect(await refusedAt(1500)).toEqual(["madeUp", ...strangers, "uncached", "delivery", "document", "newPage"]);
  expect(await refusedAt(9000)).toEqual(["own", "madeUp", ...strangers, "uncached", "delivery", "document", "newPage"]);
});

test("when the process falls behind, even the cheapest refusals are sent after a while, but nobody's login", async () => {
  const shedding = new LoadShedding({ rateLimit: true }, { ...SMALL, delayMs: () => late, refusalMs: 1500 });
  const slow = buildApp({ ...opened.shop, shedding });
  await slow.ready();
  const asks = {
    unknown: () => slow.inject("/api/nothing"),
    method: () => slow.inject({ method: "DELETE", url: login.path }),
    malformed: () => slow.inject({ method: "POST", url: login.path, payload: "{", headers: { "content-type": "application/json" } }),
    expired: () => slow.inject({ url: getCart.path, headers: { authorization: "Bearer made.up.token" } }),
  };
  const pausesAt = async (ms: number) => {
    late = ms;
    const took: Record<string, boolean> = {};
    for (const [name, ask] of Object.entries(asks)) {
      const begun = performance.now();
      expect((await ask()).statusCode).toBeGreaterThanOrEqual(400);
      took[name] = performance.now() - begun > 1450;
    }
    return took;
  };
  await pausesAt(0); // loads what is loaded for the first request
  expect(await pausesAt(0)).toEqual({ unknown: false, method: false, malformed: false, expired: false });
  expect(await pausesAt(60)).toEqual({ unknown: true, method: true, malformed: true, expired: false });
  await slow.close();
});

test("an overloaded page says so and reloads itself", async () => {
  late = 300;
  const answer = await app.inject("/a-new-page");
  expect([answer.statusCode, answer.headers["content-type"], answer.headers["cache-control"]]).toEqual([
    503,
    "text/html; charset=utf-8",
    "no-store",
  ]);
  expect(answer.body).toContain(`http-equiv="refresh"`);
  expect(answer.body).toContain("The shop is very busy right now");
  expect(answer.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect((await app.inject("/es/a-new-page")).body).toContain("Hay mucha demanda en este momento");
  expect(rendered.join()).not.toContain("a-new-page");
});

test("concurrent requests for one page take one slot", async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => app.inject("/one-page")));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(rendered.filter((url) => url.endsWith("/one-page"))).toHaveLength(1);
});

test("hostile clients in one network don't hold up others, and use no more database connections than there are slots", async () => {
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, opened.shop.database.pool.totalCount - opened.shop.database.pool.idleCount)), 1);
  const hostile = Array.from({ length: 64 }, () => post(searchProducts.path, { search: `misspeled ${randomUUID()}` }));
  const shopper = app.inject({ method: "POST", url: home.path, remoteAddress: "10.9.9.9" });
  const statuses = (await Promise.all(hostile)).map(({ statusCode }) => statusCode);
  clearInterval(watch);
  expect((await shopper).statusCode).not.toBe(503);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
  expect(statuses.filter((status) => status !== 200).length).toBeGreaterThan(50);
  expect(new Set(statuses)).toEqual(new Set([200, 429, 503].filter((status) => statuses.includes(status))));
  expect(most).toBeLessThan(opened.shop.database.pool.options.max);
});
