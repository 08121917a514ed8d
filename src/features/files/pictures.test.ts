import { readdirSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import { RESPOND_WITHIN_MS } from "#server/http/deadline.ts";
import { sendFile } from "../../../tests/support/send-file.ts";
import { signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { userDetails } from "../account/contract.ts";
import { uploadAvatar } from "../account/profile/contract.ts";
import { remakeApart } from "./remake-apart.ts";
import { remakePicture } from "./remake-picture.ts";
import { MAX_BYTES, WIDTHS } from "./rules.ts";

const shop = await openTestShop();
const { app } = shop;
const folder = join(shop.shop.config.dataDir, "images");

const plain = (width: number, height = width) => sharp({ create: { width, height, channels: 3, background: "#c33" } });
/** Noise, which barely compresses. */
const noise = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: "#888", noise: { type: "gaussian", mean: 128, sigma: 60 } } });

/** Uploads each picture as a different person. */
async function send(file: Uint8Array<ArrayBuffer>, options: Parameters<typeof sendFile>[3] = {}) {
  const { token } = await signUp(shop);
  return sendFile(shop, uploadAvatar, file, { token, ...options });
}

async function fetched(address: string): Promise<Buffer> {
  const answer = await app.inject(address);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({ "content-type": "image/webp", "cache-control": expect.stringContaining("immutable") });
  return answer.rawPayload;
}

async function sentAndFetched(file: Uint8Array<ArrayBuffer>, options?: Parameters<typeof sendFile>[3]): Promise<Buffer> {
  const { status, body } = await send(file, options);
  expect([status, body.message]).toEqual([200, "Picture saved"]);
  return fetched(body.data.avatar);
}

const refused = async (file: Uint8Array<ArrayBuffer>, options?: Parameters<typeof sendFile>[3]) => {
  const { status, body } = await send(file, options);
  return [status, body.message];
};

const NO_PICTURE = "avatar is not a picture the shop accepts: send a JPEG, PNG, WebP, AVIF or GIF";

describe("API-10 what is accepted", () => {
  test("API-10 the response has an address that works immediately, in four square widths", async () => {
    const { body } = await send(await noise(1500, 1000).jpeg().toBuffer());
    expect(body).toMatchObject({
      success: true,
      error: false,
      data: { avatar: expect.stringMatching(/^\/images\/avatar-[0-9a-f]{40}\/640\.webp$/) },
    });
    for (const width of WIDTHS) {
      const picture = await fetched(body.data.avatar.replace("/640.", `/${width}.`));
      const side = Math.min(width, 1000); // never larger than the original
      expect(await sharp(picture).metadata()).toMatchObject({ format: "webp", width: side, height: side });
    }
  });

  test.each(["jpeg", "png", "webp", "avif", "gif"] as const)("API-10 %s, whatever its file name and type", async (format) => {
    const picture = await sentAndFetched(await plain(300).toFormat(format).toBuffer(), { name: "notes.txt", type: "text/plain" });
    const { dominant } = await sharp(picture).stats();
    expect(dominant.r).toBeGreaterThan(180);
    expect(dominant.g).toBeLessThan(80);
  });

  test("API-10 the first frame of an animation", async () => {
    const frames = await Promise.all(
      ["#f00", "#0f0", "#00f"].map((background) =>
        sharp({ create: { width: 50, height: 50, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    for (const format of ["gif", "webp"] as const) {
      const moving = await sharp(frames, { join: { animated: true } })
        .toFormat(format)
        .toBuffer();
      expect((await sharp(moving, { animated: true }).metadata()).pages).toBe(3);
      const picture = await sentAndFetched(moving);
      expect((await sharp(picture).metadata()).pages ?? 1).toBe(1);
      expect((await sharp(picture).stats()).dominant.r).toBeGreaterThan(200);
    }
  });

  test("API-10 the picture is upright, and its location is removed", async () => {
    // Stored sideways, with the left half red: once rotated, red is on top.
    const left = await sharp({ create: { width: 200, height: 400, channels: 3, background: "#f00" } })
      .png()
      .toBuffer();
    const sideways = await sharp({ create: { width: 400, height: 400, channels: 3, background: "#00f" } })
      .composite([{ input: left, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Artist: "Ana in Lima" }, IFD3: { GPSLatitudeRef: "S", GPSLatitude: "12/1 2/1 3/1" } })
      .jpeg()
      .toBuffer();
    expect(sideways.includes("Ana in Lima")).toBe(true);
    expect((await sharp(sideways).metadata()).orientation).toBe(6);

    const picture = await sentAndFetched(sideways);
    const colorAt = async (top: number) => {
      const part = await sharp(picture).extract({ left: 200, top, width: 20, height: 20 }).png().toBuffer();
      return (await sharp(part).stats()).dominant;
    };
    expect((await colorAt(50)).r).toBeGreaterThan(200);
    expect((await colorAt(330)).b).toBeGreaterThan(200);
    const { exif, xmp, icc, orientation } = await sharp(picture).metadata();
    expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect(picture.includes("Ana in Lima")).toBe(false);
  });

  test("API-10 only the visible part of a file that is also something else is stored", async () => {
    const jpeg = await noise(200)
      .withExif({ IFD0: { ImageDescription: "<script>alert(1)</script>" } })
      .jpeg()
      .toBuffer();
    const zip = Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.from("evil.php <?php system($_GET[0]); ?>")]);
    const polyglot = Buffer.concat([jpeg, Buffer.from("\n<html><script>alert(document.domain)</script></html>"), zip]);
    const { body } = await send(polyglot, { name: "x.html", type: "text/html" });
    for (const width of WIDTHS) {
      const picture = await fetched(body.data.avatar.replace("/640.", `/${width}.`));
      expect((await sharp(picture).metadata()).format).toBe("webp");
      for (const trace of ["<script", "<html", "PK\u0003\u0004", "php"]) expect(picture.includes(trace)).toBe(false);
    }
  });

  test("API-10 grayscale, transparent, 16-bit and CMYK pictures are converted correctly", async () => {
    const clear = await sharp({ create: { width: 64, height: 64, channels: 4, background: "#0f08" } })
      .png()
      .toBuffer();
    expect((await sharp(await sentAndFetched(clear)).metadata()).hasAlpha).toBe(true);
    for (const odd of [
      await plain(64).greyscale().jpeg().toBuffer(),
      await plain(64).toColourspace("rgb16").png().toBuffer(),
      await plain(64).toColourspace("cmyk").jpeg().toBuffer(),
      await plain(1).png().toBuffer(),
    ])
      expect((await sharp(await sentAndFetched(odd)).metadata()).space).toBe("srgb");
  });
});

test("a picture that is not square can be stored whole, with empty space around it", async () => {
  const remade = await remakePicture(await plain(400, 200).png().toBuffer(), "product", "contain");
  const picture = remade.ok && remade.picture.files.get(640);
  const { data, info } = await sharp(picture || undefined)
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 400, height: 400, channels: 4 });
  const alphaAt = (top: number) => data[(top * 400 + 200) * 4 + 3];
  expect([alphaAt(50), alphaAt(200), alphaAt(350)]).toEqual([0, 255, 0]);
});

describe("API-10 what is refused", () => {
  test.each([
    ["a text", "This is not a picture."],
    ["an SVG", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ["a page", "<!doctype html><script>alert(1)</script>"],
    ["a PDF", "%PDF-1.7\n1 0 obj"],
    ["a TIFF", "II*\0\u0008\0\0\0"],
    ["a video", "\0\0\0\u0020ftypisom\0\0\u0002\0isomiso2avc1mp41"],
  ])("API-10 %s named .png is a 400 that says what is accepted", async (_what, text) => {
    expect(await refused(Buffer.from(text, "latin1"), { name: "photo.png", type: "image/png" })).toEqual([400, NO_PICTURE]);
  });

  test("API-10 a truncated or damaged picture is a 400", async () => {
    const whole = await noise(400).jpeg().toBuffer();
    expect(await refused(Buffer.from("\u0089PNG\r\n\u001a\nbut then words", "latin1"))).toEqual([400, "avatar is a damaged picture"]);
    expect(await refused(whole.subarray(0, whole.length / 2))).toEqual([400, "avatar is damaged: the picture cannot be decoded"]);
    const crooked = await noise(400).png().toBuffer();
    crooked.fill(7, 50_000, 52_000);
    expect(await refused(crooked)).toEqual([400, "avatar is damaged: the picture cannot be decoded"]);
  });

  test("API-10 a decompression bomb is refused by its header, immediately", async () => {
    // The header claims 16,000 by 16,000, as a real one of 40 KB could.
    const bomb = await plain(1).png().toBuffer();
    bomb.writeUInt32BE(16_000, 16);
    bomb.writeUInt32BE(16_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    const start = performance.now();
    expect(await refused(bomb)).toEqual([400, "avatar has more than 50 megapixels"]);
    // Decoding it would take far longer, and gigabytes.
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  test("API-10 a slow format is limited to 16 megapixels instead of 50", async () => {
    const slow = "avatar has more than 16 megapixels, too many for an AVIF or a 16-bit PNG";
    const deep = await plain(4100, 4000).toColourspace("rgb16").png({ compressionLevel: 1 }).toBuffer();
    expect(await refused(deep)).toEqual([400, slow]);
    const avif = await plain(4100, 4000).avif({ effort: 0 }).toBuffer();
    expect(await refused(avif)).toEqual([400, slow]);
    const small = await plain(400).toColourspace("rgb16").png().toBuffer();
    expect((await send(small)).status).toBe(200);
  });

  test("API-10 decoding that takes too long is stopped and refused", async () => {
    const bytes = await noise(3000).png().toBuffer();
    const work = { bytes, purpose: "avatar", fit: "cover" } as const;
    expect(await remakeApart(work, { startMs: 60_000, decodeMs: 1 })).toEqual({ ok: false, reason: "slow" });
  });

  test("API-10 more than 10 MB is a 413, even without a content length", async () => {
    const large = new Uint8Array(MAX_BYTES + 1);
    expect(await refused(large)).toEqual([413, "avatar is larger than 10 MB"]);
    expect(await refused(new Uint8Array(MAX_BYTES + 2 * 1024 * 1024))).toEqual([413, "avatar is larger than 10 MB"]);
  });

  test("API-10 a wrong, missing or repeated field is a 400 that names it; another content type is a 415", async () => {
    const picture = await plain(20).png().toBuffer();
    expect(await refused(picture, { field: "image" })).toEqual([400, "avatar is required"]);
    expect(await refused(new Uint8Array())).toEqual([400, "avatar is required"]);
    expect((await send(picture, { fields: { userId: "somebody else", _id: "x" } })).status).toBe(200);

    const { token } = await signUp(shop);
    const post = async (type: string, payload: string) => {
      const headers = { authorization: `Bearer ${token}`, ...(type && { "content-type": type }) };
      const answer = await app.inject({ method: "PUT", url: uploadAvatar.path, headers, payload });
      return [answer.statusCode, answer.json().message];
    };
    const part = '--b\r\ncontent-disposition: form-data; name="avatar"; filename="a.png"\r\n\r\nx\r\n';
    expect(await post("multipart/form-data; boundary=b", `${part}${part}--b--\r\n`)).toEqual([400, "avatar takes one file only"]);
    expect(await post("multipart/form-data; boundary=b", part)).toEqual([400, "body is not valid multipart/form-data"]);
    expect(await post("multipart/form-data", "x")).toEqual([400, "body is not valid multipart/form-data"]);
    expect(await post("multipart/form-data; boundary=b", "")).toEqual([400, "avatar is required"]);
    expect(await post("application/json", "{}")).toEqual([415, "Send multipart/form-data"]);
    expect(await post("image/png", "x")).toEqual([415, "Send multipart/form-data"]);
    expect(await post("", "")).toEqual([400, "avatar is required"]);
  });

  test("API-10 nothing refused is stored", () => {
    for (const key of readdirSync(folder)) {
      expect(key).toMatch(/^avatar-[0-9a-f]{40}$/);
      expect(readdirSync(join(folder, key)).toSorted()).toEqual(WIDTHS.map((width) => `${width}.webp`).toSorted());
    }
  });
});

const isDecoding = () => process.getActiveResourcesInfo().includes("ProcessWrap");
/** Without timers, which the test stops. */
async function until(question: () => boolean): Promise<void> {
  while (!question()) await new Promise((resolve) => setImmediate(resolve));
}

describe("API-10 many uploads at once", () => {
  test("API-10 several pictures of 40 megapixels are all accepted, without using the server's own memory", async () => {
    const huge = await plain(8000, 5000).jpeg().toBuffer();
    const before = process.memoryUsage.rss();
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
    const answers = await Promise.all(Array.from({ length: 3 }, () => send(huge)));
    clearInterval(watch);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.data.avatar)).size).toBe(1);
    // Decoded, one takes at least 120 MB.
    expect((most - before) / 1024 / 1024).toBeLessThan(150);
  });

  test("API-10 beyond the limit is a 503 with Retry-After, and the shop keeps working", async () => {
    const picture = await noise(160).png().toBuffer();
    const answers = await Promise.all(Array.from({ length: 24 }, (_, i) => send(picture, { ip: `203.0.113.${i}` })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const busy = answers.find(({ status }) => status === 503);
    if (busy)
      expect(busy).toMatchObject({ headers: { "retry-after": "5" }, body: { message: expect.stringContaining("Too many pictures") } });
    expect((await send(picture)).status).toBe(200);
  });

  test("API-10 an upload that is refused because it took too long does not change the picture afterwards", async () => {
    const { token } = await signUp(shop);
    await until(() => !isDecoding());
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const answer = sendFile(shop, uploadAvatar, await plain(60).png().toBuffer(), { token });
      await until(isDecoding);
      await vi.advanceTimersByTimeAsync(RESPOND_WITHIN_MS);
      expect((await answer).status).toBe(503);
    } finally {
      vi.useRealTimers();
    }
    await until(() => !isDecoding());
    // Takes longer than what would be left to do.
    expect((await send(await plain(61).png().toBuffer())).status).toBe(200);
    expect((await shop.call(userDetails, {}, { token })).body.data.avatar).toBe("");
  });

  test("API-10 one person cannot use the whole capacity", async () => {
    const { token } = await signUp(shop);
    const picture = await noise(160).png().toBuffer();
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendFile(shop, uploadAvatar, picture, { token })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429, 429]);
  });

  test("API-10 slow uploads from one network, under any number of accounts, leave capacity for others", async () => {
    const ip = "203.0.113.7";
    const people = await Promise.all(Array.from({ length: 6 }, () => signUp(shop)));
    const bodies: PassThrough[] = [];
    const statuses: number[] = [];
    const answers = [...people, ...people, ...people].map(async ({ token }) => {
      const payload = new PassThrough();
      bodies.push(payload);
      payload.write('--b\r\ncontent-disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n');
      const headers = { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=b" };
      const { statusCode } = await app.inject({ method: "PUT", url: uploadAvatar.path, remoteAddress: ip, headers, payload });
      statuses.push(statusCode);
    });
    await vi.waitFor(() => expect(statuses).toEqual(Array.from({ length: 6 }, () => 503)), 30_000);
    const picture = await noise(160).png().toBuffer();
    expect((await send(picture, { ip })).status).toBe(503);
    expect((await send(picture)).status).toBe(200);
    for (const body of bodies) body.end();
    await Promise.all(answers);
  });
});
