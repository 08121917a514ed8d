import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { removeAvatar, uploadAvatar } from "#features/account/profile/contract.ts";
import { addCategory } from "#features/catalogue/admin/shelves/contract.ts";
import { picturesInUse } from "#start/pictures-in-use.ts";
import { sendFile } from "../../../tests/support/send-file.ts";
import { makeAdmin, signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { uploadImage } from "./contract.ts";
import { markUnused } from "./picture-store.ts";
import { sweepPictures } from "./remove-pictures.ts";

/** A bucket whose deletions can be held up or refused. */
const files = new Map<string, Buffer>();
const held: (() => void)[] = [];
let deletions: "work" | "hang" | "fail" = "work";

const bucket = createServer(async (request, response) => {
  const path = request.url!;
  if (request.method === "PUT") {
    files.set(path, await buffer(request));
    response.end();
  } else if (request.method === "DELETE") removeFile(path, response);
  else if (files.has(path)) response.end(files.get(path));
  else response.writeHead(404).end("<Code>NoSuchKey</Code>");
});

function removeFile(path: string, response: ServerResponse): void {
  const remove = () => {
    files.delete(path);
    response.writeHead(204).end();
  };
  if (deletions === "hang") held.push(remove);
  else if (deletions === "fail") response.writeHead(403).end("<Code>AccessDenied</Code>");
  else remove();
}

await new Promise<void>((resolve) => bucket.listen(0, "127.0.0.1", resolve));
const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`;
afterAll(() => bucket.close());
beforeEach(() => {
  deletions = "work";
});

const shop = await openTestShop({ S3_BUCKET: "pictures", S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" });
const { db } = shop.shop.database;
const { token } = await makeAdmin(shop);

let tint = 0;
/** A picture different from all others. */
const newPicture = () => {
  tint += 3;
  return sharp({ create: { width: 40, height: 40, channels: 3, background: { r: tint, g: 90, b: 20 } } })
    .png()
    .toBuffer();
};
const upload = async (file: Uint8Array<ArrayBuffer>) => (await sendFile(shop, uploadImage, file, { token })).body.data.url as string;
const isServed = async (address: string) => (await shop.app.inject(address)).statusCode === 200;
const age = () => db.execute(sql`update picture set sent_at = sent_at - interval '2 days'`);
const endLeases = () => db.execute(sql`update picture set remove_at = now() - interval '1 second' where remove_at is not null`);
let count = 0;
const showOnCategory = (image: string) => shop.call(addCategory, { name: `Category ${++count}`, image }, { token });

async function openTransactions(): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`);
  return rows[0]!.n;
}
const release = () => {
  deletions = "work";
  for (const remove of held.splice(0)) remove();
};

test("while the storage hangs, no transaction waits for it, and nobody can start using the picture", async () => {
  const picture = await newPicture();
  const image = await upload(picture);
  await age();
  deletions = "hang";
  const swept = sweepPictures(shop.shop, picturesInUse);
  await vi.waitFor(() => expect(held).toHaveLength(4), 30_000);
  expect(await openTransactions()).toBe(0);
  expect(await showOnCategory(image)).toMatchObject({ status: 400, body: { message: expect.stringContaining("upload it again") } });

  const again = await upload(picture);
  expect((await showOnCategory(again)).status).toBe(200);
  release();
  await swept;
  expect([await isServed(image), await isServed(again)]).toEqual([false, true]);
  await age();
  await sweepPictures(shop.shop, picturesInUse);
  expect(await isServed(again)).toBe(true);
});

test("what the storage refuses to remove is removed by a later sweep, and never offered meanwhile", async () => {
  const image = await upload(await newPicture());
  await age();
  deletions = "fail";
  await expect(sweepPictures(shop.shop, picturesInUse)).rejects.toThrow("AccessDenied");
  expect((await showOnCategory(image)).status).toBe(400);
  deletions = "work";
  // The process that began it may still be at work.
  await sweepPictures(shop.shop, picturesInUse);
  expect(await isServed(image)).toBe(true);
  await endLeases();
  await sweepPictures(shop.shop, picturesInUse);
  expect(await isServed(image)).toBe(false);
  expect(await db.execute(sql`select key from picture where remove_at is not null`)).toMatchObject({ rows: [] });
});

test("a removal that died between its transaction and the storage is completed", async () => {
  const image = await upload(await newPicture());
  await age();
  expect(await shop.shop.database.transact(({ tx }) => markUnused(tx, picturesInUse, 10))).toEqual([image.split("/")[2]]);
  await endLeases();
  await sweepPictures(shop.shop, picturesInUse);
  expect(await isServed(image)).toBe(false);
});

test("a sweep reads what is shown once for many pictures, and leaves the rest to the next one", async () => {
  const recorded = async () => (await db.execute<{ n: number }>(sql`select count(*)::int as n from picture`)).rows[0]!.n;
  await sweepPictures(shop.shop, picturesInUse);
  const before = await recorded();
  await db.execute(sql`
    insert into picture (key, sent_at) select 'product-' || md5(n::text), now() - interval '2 days' from generate_series(1, 10) n`);
  const marking = vi.spyOn(shop.shop.database, "transact");
  const most = { marked: 4, times: 2, removed: 3 };
  await sweepPictures(shop.shop, picturesInUse, most);
  expect([(await recorded()) - before, marking.mock.calls.length]).toEqual([2, 2]);
  await sweepPictures(shop.shop, picturesInUse, most);
  expect([(await recorded()) - before, marking.mock.calls.length]).toEqual([0, 3]);
  marking.mockRestore();
});

test("API-10 a person's picture is changed while the storage hangs; someone who takes the same picture meanwhile keeps it", async () => {
  const [ana, ben] = [await signUp(shop), await signUp(shop)];
  const picture = await newPicture();
  const give = async (to: string) => (await sendFile(shop, uploadAvatar, picture, { token: to })).body.data.avatar as string;
  const first = await give(ana.token);
  deletions = "hang";
  const removed = shop.call(removeAvatar, {}, { token: ana.token });
  await vi.waitFor(() => expect(held).toHaveLength(4), 30_000);
  expect(await openTransactions()).toBe(0);
  const second = await give(ben.token);
  release();
  expect((await removed).status).toBe(200);
  expect([await isServed(first), await isServed(second)]).toEqual([false, true]);
});

test("API-10 a person's picture that the storage refuses to remove is swept later", async () => {
  const ana = await signUp(shop);
  const { avatar } = (await sendFile(shop, uploadAvatar, await newPicture(), { token: ana.token })).body.data;
  deletions = "fail";
  expect((await shop.call(removeAvatar, {}, { token: ana.token })).status).toBe(200);
  expect(await isServed(avatar)).toBe(true);
  deletions = "work";
  await endLeases();
  await sweepPictures(shop.shop, picturesInUse);
  expect(await isServed(avatar)).toBe(false);
});
