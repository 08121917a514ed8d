import { sql } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { uploadAvatar } from "#features/account/profile/contract.ts";
import { createProduct, updateProduct } from "#features/catalogue/admin/contract.ts";
import { addCategory, createSubCategory, deleteCategory } from "#features/catalogue/admin/shelves/contract.ts";
import { cashOnDelivery } from "#features/orders/contract.ts";
import { picturesInUse } from "#start/pictures-in-use.ts";
import { addAddress } from "../../../tests/support/goods.ts";
import { sendFile } from "../../../tests/support/send-file.ts";
import { makeAdmin, signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { uploadImage } from "./contract.ts";
import { sweepPictures } from "./remove-pictures.ts";

const shop = await openTestShop();
const { db } = shop.shop.database;
const { token } = await makeAdmin(shop);
const call: typeof shop.call = (endpoint, input) => shop.call(endpoint, input, { token });

let tint = 0;
/** A picture different from all others. */
const newPicture = (width = 60, height = 30) => {
  tint += 3;
  return sharp({ create: { width, height, channels: 3, background: { r: tint, g: 200, b: 20 } } })
    .jpeg()
    .toBuffer();
};
const send = (file: Uint8Array<ArrayBuffer>, options = {}) => sendFile(shop, uploadImage, file, { token, ...options });
const upload = async (file?: Uint8Array<ArrayBuffer>) => (await send(file ?? (await newPicture()))).body.data.url as string;
const isServed = async (address: string) => (await shop.app.inject(address)).statusCode === 200;

let count = 0;
const newCategory = async (image: string) => (await call(addCategory, { name: `Category ${++count}`, image })).body;

describe("API-13 uploading a picture", () => {
  test("API-13 returns exactly an address that works immediately; the picture is not cropped", async () => {
    const { status, body } = await send(await newPicture(60, 30));
    expect(status).toBe(200);
    const url = expect.stringMatching(/^\/images\/catalogue-[0-9a-f]{40}\/640\.webp$/);
    expect(body).toEqual({ success: true, error: false, message: "Image uploaded", data: { url } });
    const { rawPayload, headers } = await shop.app.inject(body.data.url);
    expect(headers["content-type"]).toBe("image/webp");
    const { width, height, hasAlpha } = await sharp(rawPayload).metadata();
    expect({ width, height, hasAlpha }).toEqual({ width: 60, height: 60, hasAlpha: true });
  });

  test("API-13 the same picture uploaded twice is stored once", async () => {
    const picture = await newPicture();
    expect(await upload(picture)).toBe(await upload(picture));
  });

  test("API-13 API-32 is for admins only, and the body of others is not read", async () => {
    const picture = await newPicture();
    const shopper = await signUp(shop);
    expect(await sendFile(shop, uploadImage, picture)).toMatchObject({ status: 401, body: { message: "Please Login" } });
    const refused = { status: 403, body: { message: "Do not have permission" } };
    expect(await sendFile(shop, uploadImage, picture, { token: shopper.token })).toMatchObject(refused);
    const former = await makeAdmin(shop);
    await db.execute(sql`update user_account set role = 'USER' where id = ${former.user._id}`);
    expect(await sendFile(shop, uploadImage, Buffer.from("no picture"), { token: former.token })).toMatchObject(refused);
  });

  test.each([
    ["text", Buffer.from("hello"), {}, "image is not a picture the shop accepts: send a JPEG, PNG, WebP, AVIF or GIF"],
    ["SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), { type: "image/svg+xml" }, "image is not a picture the shop accepts"],
    ["a page", Buffer.from("<html><script>alert(1)</script>"), { name: "a.html" }, "image is not a picture the shop accepts"],
    ["a head without a picture", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), {}, "image is a damaged picture"],
    ["nothing", Buffer.alloc(0), {}, "image is required"],
    ["another field", Buffer.from("x"), { field: "avatar" }, "image is required"],
  ])("API-13 %s is a 400 that says so", async (_what, file, options, message) => {
    const { status, body } = await send(file, options);
    expect([status, body.message.slice(0, message.length)]).toEqual([400, message]);
  });

  test("API-13 an avatar cannot be used in the catalogue", async () => {
    const { body } = await sendFile(shop, uploadAvatar, await newPicture(), { token: (await signUp(shop)).token });
    expect(await newCategory(body.data.avatar)).toMatchObject({
      message: "image is no longer in the shop: upload it again",
      field: "image",
    });
  });
});

const sweep = () => sweepPictures(shop.shop, picturesInUse);
/** Pretends that everything was uploaded two days ago. */
const age = () => db.execute(sql`update picture set sent_at = sent_at - interval '2 days'`);

describe("deleting unused pictures", () => {
  test("API-13 keeps what is shown by categories, sub categories, products, orders or people", async () => {
    const [category, subCategory, product, ordered] = [await upload(), await upload(), await upload(), await upload()];
    const { data: home } = await newCategory(category);
    const shelf = (await call(createSubCategory, { name: "Shelf", image: subCategory, category: [home] })).body.data;
    const texts = { name: "Pictured", unit: "1", description: "x", stock: 5, price: 2, discount: 0 };
    const fields = { ...texts, category: [home], subCategory: [shelf], image: [ordered] };
    const { _id } = (await call(createProduct, fields)).body.data;
    const person = await signUp(shop);
    const addressId = await addAddress(shop, person.user._id);
    await shop.call(cashOnDelivery, { list_items: [{ productId: _id, quantity: 1 }], addressId }, { token: person.token });
    await call(updateProduct, { ...fields, _id, image: [product] });
    const { avatar } = (await sendFile(shop, uploadAvatar, await newPicture(), { token: person.token })).body.data;
    const unused = await upload();

    await age();
    await sweep();
    for (const address of [category, subCategory, product, ordered, avatar])
      expect([address, await isServed(address)]).toEqual([address, true]);
    expect(await isServed(unused)).toBe(false);
  });

  test("API-13 keeps what was uploaded, or uploaded again, within a day, since a form may be about to use it", async () => {
    const picture = await newPicture();
    const [again, young] = [await upload(picture), await upload()];
    await db.execute(sql`update picture set sent_at = now() - interval '2 days' where key = ${again.split("/")[2]}`);
    await upload(picture);
    await sweep();
    expect([await isServed(young), await isServed(again)]).toEqual([true, true]);
  });

  test("API-13 keeps pictures of deleted things while they can be restored", async () => {
    const image = await upload();
    const { data } = await newCategory(image);
    await call(deleteCategory, { _id: data._id });
    await age();
    await sweep();
    expect(await isServed(image)).toBe(true);
    await db.execute(sql`update category set deleted_at = now() - interval '31 days' where id = ${data._id}`);
    await sweep();
    expect(await isServed(image)).toBe(false);
    expect((await newCategory(image)).message).toBe("image is no longer in the shop: upload it again");
  });

  test("API-13 a picture that is uploaded again while it is swept is there when its upload gets its response", async () => {
    const picture = await newPicture();
    for (let round = 0; round < 5; round++) {
      await upload(picture);
      await age();
      const [, address] = await Promise.all([sweep(), upload(picture)]);
      expect(await isServed(address)).toBe(true);
    }
  });

  test("API-13 a picture saved in a form during the sweep is either kept, or the form is refused", async () => {
    for (let round = 0; round < 5; round++) {
      const image = await upload();
      await age();
      const [, { success }] = await Promise.all([sweep(), newCategory(image)]);
      expect(await isServed(image)).toBe(success);
    }
  });

  test("API-13 runs every night", async () => {
    const image = await upload();
    await age();
    await db.execute(sql`select graphile_worker.add_job('files.sweep', '{"id":"x","data":null}'::json)`);
    await shop.doJobs();
    expect(await isServed(image)).toBe(false);
  });
});
