import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { login } from "#features/account/contract.ts";
import { listenToOrders } from "#features/orders/admin/contract.ts";
import { readMain } from "#start/main-process.ts";
import { GRACE_MS } from "#start/stop-times.ts";
import { healthOf, watchLateness } from "../support/lateness.ts";
import { callOver } from "../support/live-shop.ts";
import { dataFolder, databaseProcess, freePort, spawnShop, startShop, untilTrue, type ShopProcess } from "../support/shop-process.ts";

/** Maximum time for a call and the health check when the database died. */
const QUICK_MS = 2500;

const data = dataFolder();
afterAll(() => data.remove());

const running: ShopProcess[] = [];
afterEach(async () => {
  for (const shop of running.splice(0)) if (shop.child.exitCode === null) await shop.stop("SIGTERM");
});

/** Starts a shop on this file's data and stops it after the test. */
async function open(env: Record<string, string> = {}): Promise<ShopProcess> {
  const shop = await startShop({ PORT: await freePort(), DATA_DIR: data.path, ...env });
  running.push(shop);
  return shop;
}

/** Starts a shop that fails to start, and returns its output. */
async function refused(env: Record<string, string>): Promise<string> {
  const shop = spawnShop({ PORT: await freePort(), DATA_DIR: data.path, ...env });
  running.push(shop);
  expect(await shop.ended).toBe(1);
  expect(shop.output()).not.toMatch(/\n\s+at /);
  return shop.output().trim();
}

test("a signal lets the current request finish, closes its connection, and stops the database", async () => {
  const shop = await open();
  expect(shop.output()).toContain("Despensa is open: http://localhost:");
  expect(databaseProcess(data.path)).toBeDefined();

  const body = JSON.stringify({ page: 1 });
  const socket = connect(Number(new URL(shop.url).port), "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => (answer += String(chunk)));
  const closed = once(socket, "close");
  socket.write(
    `POST /api/product/get HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`,
  );
  // It has begun to read the request.
  await untilTrue(() => answer.includes("100 Continue"));
  socket.write(body.slice(0, 3));
  shop.child.kill("SIGTERM");
  await untilTrue(async () => !(await fetch(`${shop.url}/healthz`).catch(() => null)));
  socket.write(body.slice(3));
  await closed;

  expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  expect(answer).toMatch(/connection: close/i);
  expect(await shop.ended).toBe(0);
  expect(databaseProcess(data.path)).toBeUndefined();
});

test("a signal ends the shop within seconds while an admin is listening for orders", async () => {
  const [email, password] = ["boss@shop.example", "a pantry of one's own"];
  const shop = await open({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password });
  const { body } = await callOver(shop.url, login, { email, password });
  const listening = await fetch(`${shop.url}${listenToOrders.path}`, { headers: { authorization: `Bearer ${body.data.accesstoken}` } });
  const reader = listening.body!.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toContain("event: ready");

  const begun = performance.now();
  expect(await shop.stop()).toBe(0);
  expect(performance.now() - begun).toBeLessThan(GRACE_MS);
  expect(new TextDecoder().decode((await reader.read()).value)).toContain("retry:");
  expect((await reader.read()).done).toBe(true);
});

test("a process killed with SIGKILL does not prevent the next start, which takes over its database", async () => {
  const killed = await open();
  const database = databaseProcess(data.path);
  await killed.stop("SIGKILL");
  expect(databaseProcess(data.path)).toBe(database);

  const next = await open();
  expect(databaseProcess(data.path)).toBe(database);
  expect(await next.stop()).toBe(0);
  expect(databaseProcess(data.path)).toBeUndefined();
});

test("a database pid file that names another program's process does not prevent the start", async () => {
  const left = join(data.path, "postgres/postmaster.pid");
  writeFileSync(left, `${process.pid}\n${join(data.path, "postgres")}\n1\n5432\n\n\n\n`);
  await open();
  expect(Number.parseInt(readFileSync(left, "utf8"), 10)).not.toBe(process.pid);
});

test("a second process with the same data folder is told so, and the first one continues", async () => {
  const first = await open();
  expect(await refused({})).toBe(`Another process already uses DATA_DIR ${data.path}. Stop it, or set DATA_DIR to another folder.`);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
});

test("a port in use is reported in one line, and no database is left running", async () => {
  const port = await freePort();
  const other = await listen(Number(port));
  const said = await refused({ PORT: port });
  other.close();
  expect(said).toContain(`Port ${port} is in use. Set PORT to another one.`);
  expect(databaseProcess(data.path)).toBeUndefined();
});

test("invalid settings are all reported together", async () => {
  const said = await refused({
    PORT: "many",
    DATABASE_URL: "mysql://x",
    SHOP_TIMEZONE: "Mars",
    TRUST_PROXY: "anyone",
    JWT_SECRET: "short",
  });
  expect(said.split("\n").map((line) => line.trim().split(":")[0])).toEqual([
    "These settings are wrong",
    ...["PORT", "TRUST_PROXY", "DATABASE_URL", "SHOP_TIMEZONE", "JWT_SECRET"],
  ]);
});

test("an address that this machine doesn't have is reported in one line", async () => {
  expect(await refused({ HOST: "192.0.2.1" })).toContain("This machine has no address 192.0.2.1. Set HOST to one that it has.");
});

test("a misspelled setting is reported, and the shop opens", async () => {
  const shop = await open({ PUBLIC_ULR: "https://shop.example" });
  const lines = shop
    .output()
    .split("\n")
    .filter((line) => line.includes("PUBLIC_ULR"));
  expect(lines).toEqual([expect.stringContaining("PUBLIC_ULR is not a setting and changes nothing. Did you mean PUBLIC_URL?")]);
});

test("a DATA_DIR that is not writable is reported in one line", async () => {
  const said = await refused({ DATA_DIR: join(data.path, "secrets/jwt/inside") });
  expect(said).toMatch(/^DATA_DIR \S+ cannot be written: [^\n]+ set DATA_DIR to another folder\.$/);
});

test("a missing database at DATABASE_URL, or one that is too old, is reported in one line", async () => {
  const nobody = await refused({ DATABASE_URL: `postgres://shop:secret@127.0.0.1:${await freePort()}/shop` });
  expect(nobody).toMatch(
    /^The database at DATABASE_URL cannot be used: [^\n]*ECONNREFUSED[^\n]* Check that it runs, and its host and port\.$/,
  );
  expect(nobody).not.toContain("secret");

  const port = Number(await freePort());
  const old = await listen(port, oldPostgres);
  const said = await refused({ DATABASE_URL: `postgres://shop:secret@127.0.0.1:${port}/shop?sslmode=disable` });
  old.close();
  expect(said).toBe("The database at DATABASE_URL is PostgreSQL 14.9. Despensa needs 15 or later.");
});

test("a database that dies is a quick 503 with Retry-After, and recovers without a restart", async () => {
  const shop = await open();
  const list = () => fetch(`${shop.url}/api/product/get`, { method: "POST" });
  expect((await list()).status).toBe(200);
  const lateness = watchLateness(healthOf(shop.url));
  const times: number[] = [];
  const wrong: unknown[] = [];
  for (let outages = 0, tries = 0; outages < 2; tries++) {
    // On a busy machine, the database may be back before anyone asks.
    expect(tries).toBeLessThan(10);
    const killed = databaseProcess(data.path)!;
    process.kill(killed, "SIGKILL");
    let hasFailed = false;
    await untilTrue(async () => {
      const begun = performance.now();
      // A call that is never cached, so it always needs the database.
      const body = JSON.stringify({ ids: ["0".repeat(32)] });
      const answer = await fetch(`${shop.url}/api/product/get-many`, { method: "POST", body, headers: JSON_BODY });
      const ready = await fetch(`${shop.url}/readyz`);
      times.push(performance.now() - begun);
      for (const { status, headers, url } of [answer, ready])
        if (status !== 200 && !(status === 503 && Number(headers.get("retry-after")) > 0)) wrong.push({ url, status });
      hasFailed ||= answer.status === 503;
      return answer.ok && ready.ok && databaseProcess(data.path) !== killed;
    });
    if (hasFailed) outages++;
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
  }
  expect(wrong).toEqual([]);
  expect(Math.max(...times)).toBeLessThan(QUICK_MS + 2 * (await lateness.end()));
  expect((await list()).status).toBe(200);
});

test("two web processes by default where there are two cores: one that dies is replaced, and a signal ends all of them cleanly", async () => {
  const shop = await open({ WORKERS: availableParallelism() > 1 ? "" : "2", LOG_LEVEL: "error" });
  const workers = () => readMain(data.path)!.workers;
  await untilTrue(() => shop.output().includes("is open"));
  expect(workers()).toHaveLength(2);
  const victim = workers()[0]!;
  process.kill(victim, "SIGKILL");
  await untilTrue(() => workers().length === 2 && !workers().includes(victim));
  await untilTrue(() => shop.output().includes("a web process ended; it is replaced"));
  await untilTrue(async () => (await fetch(`${shop.url}/readyz`)).ok);
  const last = workers();
  expect(await shop.stop()).toBe(0);
  expect(last.filter(isAlive)).toEqual([]);
  expect(databaseProcess(data.path)).toBeUndefined();
});

const JSON_BODY = { "content-type": "application/json" };

async function listen(port: number, answer: (server: Server) => void = () => {}): Promise<Server> {
  const server = createServer();
  answer(server);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Speaks just enough of PostgreSQL's protocol to report version 14.9. */
function oldPostgres(server: Server): void {
  const ready = message("Z", "I");
  const columns = message("T", "\0\x01version\0", Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0]));
  const row = message("D", Buffer.from([0, 1, 0, 0, 0, 4]), "14.9");
  server.on("connection", (socket) => {
    let greeted = false;
    socket.on("data", (chunk) => {
      if (!greeted) {
        greeted = true;
        socket.write(Buffer.concat([message("R", Buffer.alloc(4)), ready]));
      } else if (chunk[0] === "Q".charCodeAt(0)) socket.write(Buffer.concat([columns, row, message("C", "SELECT 1\0"), ready]));
      else socket.end();
    });
  });
}

function message(type: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
