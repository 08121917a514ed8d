import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { imageAddress, isImageAddress, pictureOf } from "./rules.ts";

const { app, shop } = await openTestShop();
const folder = join(shop.config.dataDir, "images", "ab12");
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "640.webp"), "a picture");
writeFileSync(join(shop.config.dataDir, "640.webp"), "not for you");

test("a picture is served as immutable with its content type", async () => {
  const answer = await app.inject("/images/ab12/640.webp");
  expect(answer).toMatchObject({ statusCode: 200, body: "a picture" });
  expect(answer.headers).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
  expect((await app.inject({ method: "HEAD", url: "/images/ab12/640.webp" })).statusCode).toBe(200);
});

test.each([
  "/images/ab12/320.webp",
  "/images/ab12/641.webp",
  "/images/ab12/dark.webp",
  "/images/ab12/640.png",
  "/images/cd34/640.webp",
  "/images/../640.webp",
  "/images/%2e%2e/640.webp",
  "/images/..%2f..%2f/640.webp",
  "/images/ab12%2f..%2f../640.webp",
  "/images/ab12/..%2f..%2f640.webp",
  "/images/AB12/640.webp",
  "/images/ab12%00/640.webp",
  `/images/${"a".repeat(400)}/640.webp`,
])("%s is a 404 and is not cached", async (path) => {
  const answer = await get(path);
  expect(answer.status).toBe(404);
  expect(answer.body).not.toContain("not for you");
  expect(answer.cacheControl ?? "").not.toContain("immutable");
});

const address = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));

/** Requests exactly this path: other clients normalize `..`. */
function get(path: string): Promise<{ status: number; cacheControl: string | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: address.hostname, port: address.port, path }, (answer) => {
      let body = "";
      answer.on("data", (part) => (body += String(part)));
      answer.on("end", () => resolve({ status: answer.statusCode!, cacheControl: answer.headers["cache-control"], body }));
    });
    sent.on("error", reject).end();
  });
}

describe("the attributes of an <img>", () => {
  test("the shop's own pictures come in four widths", () => {
    expect(pictureOf(imageAddress("red-apple-single-rose"))).toEqual({
      src: "/images/red-apple-single-rose/640.webp",
      srcSet:
        "/images/red-apple-single-rose/160.webp 160w, /images/red-apple-single-rose/320.webp 320w, " +
        "/images/red-apple-single-rose/640.webp 640w, /images/red-apple-single-rose/1280.webp 1280w",
    });
  });

  test.each(["bk-026-flour-tortillas-for-burritos", "avocado-group-sand"])("%s has a tile for the dark theme", async (key) => {
    const tile = /url\((.*)\)/.exec(pictureOf(imageAddress(key)).style!["--dark-tile"]!)![1]!;
    const { statusCode, headers } = await app.inject(tile);
    expect([statusCode, headers["content-type"]]).toEqual([200, "image/webp"]);
  });

  test.each(["catalogue-0123", "red-apple-single-rose"])("%s is cut out already or has its own ground", async (key) => {
    expect(pictureOf(imageAddress(key)).style).toBeUndefined();
    expect((await app.inject(`/images/${key}/dark.webp`)).statusCode).toBe(404);
  });

  test("pictures of other sites keep their address", () => {
    expect(pictureOf("https://example.com/images/a/640.webp")).toEqual({ src: "https://example.com/images/a/640.webp" });
  });
});

test.each([
  ["/images/ab12/640.webp", true],
  ["https://example.com/a.jpg", true],
  ["http://example.com/a.jpg", false],
  ["javascript:alert(1)", false],
  ["/images/../640.webp", false],
  ["//example.com/a.jpg", false],
  ["https://", false],
  ['https://example.com/"onerror=', false],
])("%s as an image: %s", (address, kept) => {
  expect(isImageAddress(address)).toBe(kept);
});
