import { createServer, request } from "node:http";
import { readFileSync } from "node:fs";
import { afterAll, beforeEach, expect, test } from "vitest";
import { doDueJobs } from "#server/jobs/jobs.ts";
import { Schedule } from "#server/jobs/schedule.ts";
import { importing } from "../../../../../tests/support/imports.ts";
import { settingsOf } from "../../../../../tests/support/settings.ts";
import { makeAdmin } from "../../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../../tests/support/test-shop.ts";
import { PictureFetcher } from "../../../files/fetch-picture.ts";
import { listProducts, type Product } from "../../contract.ts";
import type { ProductImport } from "../contract.ts";
import { getImportPictures } from "./contract.ts";
import { importTasks } from "../run-import.ts";
import { AT_ONCE, beginFetching, pictureTasks } from "./fetch-pictures.ts";

const open = await openTestShop({ FETCH_PICTURES: "on" });
const { token } = await makeAdmin(open);
const photo = readFileSync(new URL("../../../../../demo/pictures/red-apple-single-rose/640.webp", import.meta.url));

/** Another shop's server: the path says what it answers. */
const asked: string[] = [];
const other = createServer((incoming, response) => {
  const { url = "" } = incoming;
  asked.push(url);
  if (url.startsWith("/apple")) response.end(photo);
  else if (url.startsWith("/later")) setTimeout(() => response.end(photo), 100);
  else if (url === "/moved.jpg") response.writeHead(302, { location: "/apple.jpg" }).end();
  else if (url === "/inside.jpg") response.writeHead(302, { location: "http://127.0.0.2:1/apple.jpg" }).end();
  else if (url === "/metadata.jpg") response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data" }).end();
  else if (url === "/file.jpg") response.writeHead(302, { location: "file:///etc/passwd" }).end();
  else if (url === "/loop.jpg") response.writeHead(302, { location: "/loop.jpg" }).end();
  else if (url === "/large.jpg") response.end(Buffer.alloc(3 * 1024 * 1024));
  else if (url === "/slow.jpg") response.write(photo.subarray(0, 10));
  else if (url === "/text.jpg") response.end("<html>Log in first</html>");
  else if (url === "/busy.jpg") response.writeHead(503).end();
  else response.writeHead(404).end();
});
await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
afterAll(() => other.closeAllConnections());
afterAll(() => void other.close());
const { port } = other.address() as { port: number }; // it listens

const limits = { bytes: 2 * 1024 * 1024, redirects: 3, ms: 2000 };
/** Asks the stand-in alone, by http, whatever name an address has. */
const plain = ((url: URL, options: object, ...rest: never[]) => {
  const here = /\.example\.?$/.test(url.hostname) ? new URL(url.pathname, `http://127.0.0.1:${port}`) : url;
  const server = url.hostname.replace(/\.$/, "");
  const hosts = [...underWay.values(), server];
  most.all = Math.max(most.all, hosts.length);
  most.host = Math.max(most.host, hosts.filter((host) => host === server).length);
  const sent = request(here, options, ...rest);
  underWay.set(sent, server);
  return sent.once("close", () => underWay.delete(sent));
}) as typeof request;
/** The servers being asked, and how many were at once. */
const underWay = new Map<object, string>();
const most = { all: 0, host: 0 };
const fetcher = new PictureFetcher({ isAllowed: (ip) => ip === "127.0.0.1", protocols: { "https:": plain, "http:": plain }, limits });

const door = importing({ ...open, doJobs: () => doDueJobs(open.shop, open.shop.database.pool, tasks) }, token);
const tasks = [...importTasks(open.shop), ...pictureTasks(open.shop, fetcher)];
beforeEach(async () => {
  asked.length = 0;
  await open.shop.database.pool.query("truncate product, category, sub_category, catalogue_import cascade");
  open.shop.invalidations.publish(["*"]);
});

const file = (...images: string[]) =>
  ["sku,name,category,sub_category,price,images", ...images.map((image, n) => `A${n},Apple ${n},Fruit,Apples,1.00,${image}`), ""].join(
    "\n",
  );

async function bring(content: string): Promise<ProductImport> {
  return (await door.apply(await door.check(await door.send(content)))).now;
}
const picturesOf = async ({ _id }: ProductImport) =>
  (await open.call(getImportPictures, undefined, { token, params: { importId: _id } })).body.data;
const images = async () => {
  const { body } = await open.call(listProducts, { limit: 50 });
  return new Map((body.data as Product[]).map(({ sku, image }) => [sku, image]));
};

test("pictures are copied into the shop's storage and shown, and the next import of the same file changes nothing", async () => {
  const content = file("https://cdn.example/apple.jpg https://cdn.example/moved.jpg", "https://cdn.example/apple.jpg");
  const one = await bring(content);
  expect(await picturesOf(one)).toEqual({ waiting: 0, fetched: 3, failed: 0, failures: [] });
  const shown = await images();
  const own = expect.stringMatching(/^\/images\/catalogue-[0-9a-f-]+\/640\.webp$/);
  expect(shown.get("A0")).toEqual([own, own]);
  expect(shown.get("A1")).toEqual([shown.get("A0")![0]]);
  expect(asked.toSorted()).toEqual(["/apple.jpg", "/apple.jpg", "/moved.jpg"]);
  expect((await open.app.inject(shown.get("A1")![0]!)).headers["content-type"]).toBe("image/webp");

  const again = await door.check(await door.send(content));
  expect(again.report).toMatchObject({ added: 0, changed: 0, same: 2 });
});

test.each([
  ["inside.jpg", "is not on the public internet"],
  ["metadata.jpg", "is not on the public internet"],
  ["file.jpg", "is not an https address"],
  ["loop.jpg", "redirects too often"],
  ["large.jpg", "is larger than 2 MB"],
  ["text.jpg", "is not a picture the shop accepts: send a JPEG, PNG, WebP, AVIF or GIF"],
  ["none.jpg", "answers with 404"],
])("%s is listed with the reason, and its product keeps the address", async (name, reason) => {
  const address = `https://cdn.example/${name}`;
  const pictures = await picturesOf(await bring(file(address)));
  expect(pictures).toMatchObject({ waiting: 0, fetched: 0, failed: 1, failures: [{ name: "Apple 0", address, reason }] });
  expect((await images()).get("A0")).toEqual([address]);
});

const later = (host: string, count: number) => Array.from({ length: count }, (_, n) => `https://${host}.example/later-${n}.jpg`);

test("several are fetched at once, fewer of them from one server, and a slow server holds up no other", { timeout: 60_000 }, async () => {
  Object.assign(most, { all: 0, host: 0 });
  const addresses = [...later("one", 8), ...later("two", 4), "https://slow.example/slow.jpg", ...later("three", 2)];
  const one = await bring(file(...addresses));
  expect(await picturesOf(one)).toMatchObject({ waiting: 1, fetched: 14, failed: 0 });
  expect(most).toEqual(AT_ONCE);
  expect(asked.toSorted()).toEqual(addresses.map((address) => new URL(address).pathname).toSorted());
});

test("however its address is written, a server is asked for as few at once", { timeout: 60_000 }, async () => {
  Object.assign(most, { all: 0, host: 0 });
  const servers = ["one.example", "ONE.example", "a@one.example", "b:c@one.example", "one.example:443", "one.example."];
  const one = await bring(file(...servers.map((server, n) => `https://${server}/later-${n}.jpg`)));
  expect(await picturesOf(one)).toMatchObject({ waiting: 0, fetched: 6, failed: 0 });
  expect(most).toEqual({ all: AT_ONCE.host, host: AT_ONCE.host });
});

test("an import during a scheduled run starts no second one", async () => {
  await new Schedule(tasks).enqueueDue(open.shop.database.db);
  await open.shop.database.transact(({ tx }) => beginFetching(tx));
  const { rows } = await open.shop.database.pool.query("select key, run_at <= now() as due from graphile_worker._private_jobs");
  expect(rows).toEqual([{ key: "catalogue.fetch-pictures", due: true }]);
});

test("the reason is in the language of the staff", async () => {
  const change = await settingsOf(open);
  await change({ staffLanguage: "es" });
  const pictures = await picturesOf(await bring(file("https://cdn.example/none.jpg")));
  expect(pictures).toMatchObject({ failures: [{ reason: "responde con 404" }] });
  await change({ staffLanguage: "en" });
});

test.each(["slow.jpg", "busy.jpg"])("%s is tried again later, three times at most, however many products show it", async (name) => {
  const address = `https://cdn.example/${name}`;
  const one = await bring(file(address, address));
  expect(await picturesOf(one)).toMatchObject({ waiting: 2, failed: 0 });
  expect(asked).toEqual([`/${name}`]);
  for (let n = 0; n < 2; n++) {
    await open.shop.database.pool.query("update product_picture set next_at = now()");
    await door.apply(await door.check(await door.send(file())));
    await doDueJobs(open.shop, open.shop.database.pool, tasks);
  }
  expect(await picturesOf(one)).toMatchObject({ waiting: 0, failed: 2 });
  expect(asked).toHaveLength(3);
});

test("the fetcher that the shop uses asks neither this machine nor its neighbors, however they are written", async () => {
  const real = new PictureFetcher({ protocols: { "http:": request, "https:": request } });
  const hosts = [
    "127.0.0.1",
    "localhost",
    "0x7f000001",
    "2130706433",
    "127.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "169.254.169.254",
    "[fe80::1]",
  ];
  for (const host of hosts)
    expect([host, await real.fetch(`http://${host}:${port}/apple.jpg`)]).toEqual([
      host,
      { ok: false, reason: "is not on the public internet", mayHelpLater: false },
    ]);
  expect(await new PictureFetcher().fetch(`http://127.0.0.1:${port}/apple.jpg`)).toMatchObject({
    ok: false,
    reason: "is not an https address",
  });
  expect(asked).toEqual([]);
});
