import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import S3rver from "s3rver";
import sharp from "sharp";
import { afterAll, expect, test, vi } from "vitest";
import { databaseNow, readDatabaseTime } from "#server/db/clock.ts";
import { loadConfig } from "#server/settings/config.ts";
import { picturesInUse } from "#start/pictures-in-use.ts";
import { sendFile } from "../../../tests/support/send-file.ts";
import { makeAdmin } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { uploadImage } from "./contract.ts";
import { recordPicture } from "./picture-store.ts";
import { WIDTHS } from "./rules.ts";
import { S3Storage } from "./s3-storage.ts";
import { sweepPictures } from "./remove-pictures.ts";

const directory = mkdtempSync(join(tmpdir(), "despensa-s3-"));
const s3 = new S3rver({ port: 0, address: "127.0.0.1", silent: true, directory, configureBuckets: [{ name: "pictures" }] });
const { port } = await s3.run();
afterAll(async () => {
  await s3.close();
  rmSync(directory, { recursive: true, force: true });
});

const settings = {
  S3_BUCKET: "pictures",
  S3_ENDPOINT: `http://127.0.0.1:${port}/`,
  S3_ACCESS_KEY_ID: "S3RVER",
  S3_SECRET_ACCESS_KEY: "S3RVER",
};
const shop = await openTestShop(settings);
const picture = (color: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: color } })
    .png()
    .toBuffer();
const send = async (file: Buffer<ArrayBuffer>, to = shop) => sendFile(to, uploadImage, file, { token: (await makeAdmin(to)).token });

test("API-13 an uploaded picture is stored in the bucket, not on disk, and served in all widths", async () => {
  const { body } = await send(await picture("#c33"));
  expect(body.message).toBe("Image uploaded");
  for (const width of WIDTHS) {
    const { statusCode, headers, rawPayload } = await shop.app.inject(body.data.url.replace("/640.", `/${width}.`));
    expect([statusCode, headers["content-type"]]).toEqual([200, "image/webp"]);
    expect((await sharp(rawPayload).metadata()).width).toBe(Math.min(width, 900));
  }
  expect(readdirSync(join(directory, "pictures", "images"))).toEqual([body.data.url.split("/")[2]]);
  expect(existsSync(join(shop.shop.config.dataDir, "images"))).toBe(false);
});

test("API-13 an unknown picture is a 404; the demo catalogue's pictures are still served", async () => {
  expect((await shop.app.inject("/images/catalogue-0/640.webp")).statusCode).toBe(404);
  expect((await shop.app.inject("/images/red-apple-single-rose/640.webp")).statusCode).toBe(200);
});

test("API-13 unused pictures are deleted from the bucket", async () => {
  const { url } = (await send(await picture("#3c3"))).body.data;
  await shop.shop.database.db.execute(sql`update picture set sent_at = now() - interval '2 days'`);
  await sweepPictures(shop.shop, picturesInUse);
  expect((await shop.app.inject(url)).statusCode).toBe(404);
  expect(existsSync(join(directory, "pictures", "images", url.split("/")[2]))).toBe(false);
});

test("API-13 if the storage fails, the upload fails without internal details", async () => {
  const file = await picture("#33c");
  const strange = await openTestShop({ ...settings, S3_BUCKET: "elsewhere" });
  expect(await send(file, strange)).toMatchObject({
    status: 500,
    body: { message: "Something went wrong on our side. Please try again." },
  });
  await recordPicture(strange.shop.database.db, "catalogue-0");
  expect((await strange.app.inject("/images/catalogue-0/640.webp")).statusCode).toBe(500);
  const unavailable = await openTestShop({ ...settings, S3_ENDPOINT: "http://127.0.0.1:4269" });
  expect((await send(file, unavailable)).status).toBe(503);
});

test("requests are signed with the database's time, however wrong this machine's clock is", async () => {
  const { db } = shop.shop.database;
  await readDatabaseTime(db);
  const signed: string[] = [];
  const listening = createServer((request, response) => {
    signed.push(String(request.headers["x-amz-date"]));
    response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port: listeningPort } = listening.address() as AddressInfo;
  const config = loadConfig({ ...settings, S3_ENDPOINT: `http://127.0.0.1:${listeningPort}` });
  const today = new Date(databaseNow()).toISOString().slice(0, 10).replaceAll("-", "");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3 * 24 * 3_600_000 });
  await new S3Storage(config.s3!).read("a", "640.webp");
  vi.useRealTimers();
  expect(signed).toEqual([expect.stringMatching(new RegExp(`^${today}T\\d{6}Z$`))]);
  listening.close();
});

test("the bucket is not asked for pictures that nobody uploaded, nor for bundled ones", async () => {
  const asked: string[] = [];
  const listening = createServer((request, response) => {
    asked.push(String(request.url));
    response.writeHead(200).end("picture");
  }).listen(0, "127.0.0.1");
  await once(listening, "listening");
  const own = await openTestShop({ ...settings, S3_ENDPOINT: `http://127.0.0.1:${(listening.address() as AddressInfo).port}` });
  for (let n = 0; n < 20; n++) expect((await own.app.inject(`/images/catalogue-${n}/640.webp`)).statusCode).toBe(404);
  expect((await own.app.inject("/images/red-apple-single-rose/640.webp")).statusCode).toBe(200);
  expect(asked).toEqual([]);
  await recordPicture(own.shop.database.db, "catalogue-7");
  expect((await own.app.inject("/images/catalogue-7/640.webp")).body).toBe("picture");
  expect(asked).toEqual(["/pictures/images/catalogue-7/640.webp"]);
  listening.close();
});

test("a storage that hangs or is overloaded is a 503 with Retry-After", async () => {
  const hanging = createServer(() => {});
  const busy = createServer((_request, response) => response.writeHead(503).end());
  const stalled = createServer((_request, response) => response.writeHead(200, { "content-length": 100 }).write("some"));
  const storages = await Promise.all(
    [hanging, busy, stalled].map(async (server) => {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      afterAll(() => server.close().closeAllConnections());
      const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      return new S3Storage({ endpoint, bucket: "pictures", region: "us-east-1", accessKeyId: "id", secretAccessKey: "secret" }, 300);
    }),
  );
  const picture = { key: "a", files: new Map([[160, Buffer.from("x")]]) };
  for (const storage of storages) {
    for (const work of [() => storage.put(picture), () => storage.read("a", "160.webp"), () => storage.remove("a")])
      await expect(work()).rejects.toMatchObject({ status: 503, headers: { "retry-after": "2" } });
  }
});

const load = (env: Record<string, string>) => () => loadConfig({ DATA_DIR: directory, ...env });

test("a bucket is configured completely or not at all", () => {
  expect(load({ S3_BUCKET: "pictures" })).toThrow(/S3_ACCESS_KEY_ID: is needed with S3_BUCKET\n.*S3_SECRET_ACCESS_KEY/);
  expect(load({ ...settings, S3_BUCKET: "No Bucket" })).toThrow("S3_BUCKET: is not a bucket name");
  expect(load({ ...settings, S3_ENDPOINT: "ftp://x" })).toThrow("S3_ENDPOINT: is not an http or https address");
  expect(load({})().s3).toBeUndefined();
  const { S3_ENDPOINT: _endpoint, ...amazon } = settings;
  expect(load({ ...amazon, S3_REGION: "eu-west-1" })().s3?.endpoint).toBe("https://s3.eu-west-1.amazonaws.com");
});
