import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { openTestShop } from "../../tests/support/test-shop.ts";

test("the first migration prints the password it made for the admin, because no later start does", async () => {
  const { shop, connection } = await openTestShop();
  const { user, password, host, port, database, connectionString } = connection;
  const { href } = new URL(connectionString ?? `postgres://${user}:${String(password)}@localhost:${port}/${database}?host=${host}`);
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, "migrate-main.ts")], {
    env: { PATH: process.env["PATH"], DATA_DIR: shop.config.dataDir, DATABASE_URL: href, CATALOGUE: "none" },
  });
  expect(stdout).toMatch(/^The database is up to date\.\n +Admin: +admin@despensa\.example +password: \S{12,}$/m);
});
