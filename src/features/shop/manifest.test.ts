import { existsSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { contrastOf } from "#shared/accent.ts";
import { settingsOf } from "../../../tests/support/settings.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { shopFace } from "./contract.ts";

const shop = await openTestShop({ SHOP_NAME: "Bodega Santa Rosa de Lima", OFFLINE: "off" });
const { app } = shop;
const PUBLIC = join(import.meta.dirname, "../../../public");

test.each([
  ["en", "", "/"],
  ["es", "/es", "/es"],
])("the shop can be installed in %s under its own name, with icons and screenshots of the sizes it says", async (lang, prefix, start) => {
  const { headers, body } = await app.inject(`${prefix}/manifest.webmanifest`);
  expect(headers["content-type"]).toMatch(/^application\/manifest\+json/);
  const manifest = JSON.parse(body) as { icons: Picture[]; screenshots: Picture[] };
  expect(manifest).toMatchObject({ id: "/", name: "Bodega Santa Rosa de Lima", short_name: "Bodega Santa", display: "standalone" });
  expect(manifest).toMatchObject({ lang, start_url: start, scope: "/" });
  for (const { src } of manifest.screenshots) expect(src).toMatch(new RegExp(`^/screenshots${prefix}/[\\w-]+\\.webp$`));
  expect(manifest.icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual(
    expect.arrayContaining(["any 192x192", "any 512x512", "maskable 192x192", "maskable 512x512"]),
  );
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    const file = join(PUBLIC, src);
    expect([src, existsSync(file)]).toEqual([src, true]);
    const { width, height } = await sharp(file).metadata();
    expect([src, `${width}x${height}`]).toEqual([src, sizes]);
  }
});

interface Picture {
  src: string;
  sizes: string;
  purpose?: string;
}

test("with OFFLINE=off, pages are told to store nothing", async () => {
  expect((await shop.call(shopFace, undefined)).body.data.offline).toBe(false);
});

const themeColor = async () => JSON.parse((await app.inject("/manifest.webmanifest")).body).theme_color as string;

test("its window has the accent color, dark enough for white text", async () => {
  expect(await themeColor()).toBe("#14613a");
  await (
    await settingsOf(shop)
  )({ accent: "#f7b733" });
  expect(contrastOf(await themeColor(), "#ffffff")).toBeGreaterThanOrEqual(4.5);
});

test("turned off, browsers get a service worker that removes what was stored, and itself", async () => {
  const { headers, body } = await app.inject("/sw.js");
  expect(headers).toMatchObject({ "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache" });
  expect(body).toContain("registration.unregister()");
  expect(body).toContain("caches.delete");
  expect(body).not.toContain('"fetch"');
});
