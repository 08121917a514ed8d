import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { buildApp } from "../../start/app.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { builtFileRoutes, storeBuild } from "./built-files.ts";

const { shop } = await openTestShop();
const app = buildApp(shop);
await builtFileRoutes(app, shop, undefined);
const root = mkdtempSync(join(tmpdir(), "despensa-builds-"));
afterAll(() => rmSync(root, { recursive: true }));

/** The built files of a version, each with its own hash. */
function build(version: string): string {
  const folder = join(root, version);
  mkdirSync(folder);
  const script = `console.log("${version}");`;
  writeFileSync(join(folder, `home-${version}.js`), script);
  writeFileSync(join(folder, `home-${version}.js.br`), brotliCompressSync(script));
  writeFileSync(join(folder, `figtree-${version}.woff2`), version);
  writeFileSync(join(folder, "shared-aaaaaaaa.css"), "body{}");
  writeFileSync(join(folder, "readme.txt"), "not part of a page");
  return folder;
}
const ask = (name: string, headers = {}) => app.inject({ url: `/assets/${name}`, headers });

test("files of previous builds are served after an upgrade, with and without compression", async () => {
  await storeBuild(shop.database, build("11111111"));
  await storeBuild(shop.database, build("22222222"));
  for (const version of ["11111111", "22222222"]) {
    const plain = await ask(`home-${version}.js`);
    expect([plain.statusCode, plain.body, plain.headers["content-encoding"]]).toEqual([200, `console.log("${version}");`, undefined]);
    expect(plain.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    const packed = await ask(`home-${version}.js`, { "accept-encoding": "gzip, br" });
    expect(packed.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
    expect((await ask(`home-${version}.js`, { "accept-encoding": "gzip, br;q=0.9" })).headers["content-encoding"]).toBe("br");
    expect((await ask(`home-${version}.js`, { "accept-encoding": "gzip, br ;q=0" })).headers["content-encoding"]).toBeUndefined();
    expect((await ask(`figtree-${version}.woff2`)).headers["content-type"]).toBe("font/woff2");
  }
  for (const unknown of ["home-33333333.js", "readme.txt", "..%2fhome-11111111.js", "home.js", `${"x".repeat(300)}-11111111.js`])
    expect((await ask(unknown)).statusCode).toBe(404);
});

test("storing the same build again changes nothing, and going back to an old one makes it the current one", async () => {
  const builds = () =>
    shop.database.pool.query("select files[2] as script from web_build where replaced_at is null").then(({ rows }) => rows as unknown[]);
  await storeBuild(shop.database, join(root, "22222222"));
  expect(await builds()).toEqual([{ script: "home-22222222.js" }]);
  await storeBuild(shop.database, join(root, "11111111"));
  expect(await builds()).toEqual([{ script: "home-11111111.js" }]);
});

test("only the newest builds stay, for a month after they were replaced", async () => {
  await shop.database.pool.query("update web_build set replaced_at = now() - interval '31 days' where 'home-22222222.js' = any(files)");
  for (const version of ["33333333", "44444444"]) await storeBuild(shop.database, build(version));
  expect((await ask("home-22222222.js")).statusCode).toBe(404);
  expect((await ask("home-11111111.js")).statusCode).toBe(200);
  for (const version of ["55555555", "66666666", "77777777"]) await storeBuild(shop.database, build(version));
  expect((await ask("home-11111111.js")).statusCode).toBe(404);
  for (const version of ["33333333", "77777777"]) expect((await ask(`home-${version}.js`)).statusCode).toBe(200);
  expect((await ask("shared-aaaaaaaa.css")).statusCode).toBe(200);
});

test("versions that start at the same time lose nothing", async () => {
  const folders = ["88888888", "99999999"].map(build);
  await Promise.all(folders.map((folder) => storeBuild(shop.database, folder)));
  for (const version of ["88888888", "99999999"]) expect((await ask(`home-${version}.js`)).statusCode).toBe(200);
});
