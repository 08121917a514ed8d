import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { loadConfig, secret, StartError } from "./config.ts";

const folder = mkdtempSync(join(tmpdir(), "despensa-config-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("every setting has a default that works, and an empty value counts as unset", () => {
  const config = loadConfig({ DATA_DIR: folder, PORT: "", SHOP_NAME: " " });
  expect(config).toMatchObject({ port: 3000, host: "127.0.0.1", publicUrl: "http://localhost:3000", sandbox: true, workers: 1 });
});

test("all wrong settings are named at once", () => {
  const wrong = {
    DATA_DIR: folder,
    PORT: "http",
    DATABASE_URL: "mysql://x",
    SHOP_TIMEZONE: "Mars/Base",
    RATE_LIMIT: "no",
    JWT_SECRET: "short",
  };
  const start = () => loadConfig(wrong);
  expect(start).toThrow(StartError);
  for (const name of ["PORT", "DATABASE_URL", "SHOP_TIMEZONE", "RATE_LIMIT", "JWT_SECRET"]) expect(start).toThrow(name);
});

test("the sandbox is off by default where strangers can come", () => {
  expect(loadConfig({ DATA_DIR: folder, HOST: "0.0.0.0" }).sandbox).toBe(false);
  expect(loadConfig({ DATA_DIR: folder, PUBLIC_URL: "https://shop.example/" })).toMatchObject({
    sandbox: false,
    publicUrl: "https://shop.example",
  });
});

test("a secret is made once, is its owner's alone, and a damaged one is refused", () => {
  const made = secret(folder, "jwt");
  expect(made).toHaveLength(43);
  expect(secret(folder, "jwt")).toBe(made);
  expect(statSync(join(folder, "secrets/jwt")).mode & 0o777).toBe(0o600);
  writeFileSync(join(folder, "secrets/jwt"), "");
  expect(() => secret(folder, "jwt")).toThrow("is damaged");
});
