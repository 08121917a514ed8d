import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { startEmbedded } from "#server/db/embedded/start-embedded.ts";
import { fetchPrograms } from "#server/db/embedded/fetch-programs.ts";
import { findInstallation } from "#server/db/embedded/installation.ts";
import { majorOfData, upgradeFolder } from "#server/db/embedded/version.ts";
import { migrateDatabase } from "#server/db/migrate.ts";
import { loadConfig } from "#server/settings/config.ts";
import { upgradeDatabase } from "#start/backup/upgrade-database.ts";
import { allRows } from "../support/empty-shop.ts";
import { dataFolder } from "../support/shop-process.ts";

const FORMER = 17;
const folder = mkdtempSync(join(tmpdir(), "despensa-programs-"));
chmodSync(folder, 0o755);
const programs = await fetchPrograms(FORMER, folder).catch((error: unknown) => console.log(`Skipped: ${(error as Error).message}`));

async function rowsOf(dataDir: string, options?: { programs: string }) {
  const server = await startEmbedded(dataDir, () => {}, options);
  try {
    return await allRows(server.connection);
  } finally {
    await server.stop();
  }
}

test("without a shop there is nothing to upgrade, which is no success", async () => {
  const data = dataFolder();
  await expect(upgradeDatabase(loadConfig({ DATA_DIR: data.path }), () => {})).rejects.toThrow(`There is no shop in DATA_DIR ${data.path}`);
  data.remove();
});

test.skipIf(!programs)("one command upgrades the data to a new major version, and finishes if it was interrupted", async () => {
  const data = dataFolder();
  const { path } = data;
  const config = loadConfig({ DATA_DIR: path, CATALOGUE: "none", LOG_LEVEL: "silent" });
  const server = await startEmbedded(path, () => {}, { programs: programs! });
  await migrateDatabase(server.connection);
  const client = new pg.Client(server.connection);
  await client.connect();
  await client.query("insert into user_account (id, name, email, password_hash) values ('u', 'Ana Ñahui', 'ana@example.com', 'x')");
  await client.query(`
    insert into customer_order (id, number, user_id, status, payment_status, payment_method, subtotal_cents, total_cents, delivery_address)
    select 'order ' || n, 'N' || n, 'u', 'PENDING', 'CASH ON DELIVERY', 'Cash on delivery', n, n, '{}' from generate_series(1, 200) n`);
  await client.end();
  await server.stop();
  const before = await rowsOf(path, { programs: programs! });
  await expect(startEmbedded(path)).rejects.toThrow(/npm run database:upgrade/);

  // What an upgrade leaves behind if it was killed early on.
  mkdirSync(join(upgradeFolder(path), "backup"), { recursive: true });
  const done = await upgradeDatabase(config, () => {});
  const installation = findInstallation(path);
  expect(done).toMatchObject({ from: FORMER, former: `${installation.data}-${FORMER}` });
  expect(majorOfData(installation)).toBe(done!.to);
  expect(await rowsOf(path)).toEqual(before);
  expect(existsSync(upgradeFolder(path))).toBe(false);
  expect(await upgradeDatabase(config, () => {})).toBeUndefined();

  // Killed after the former data was moved aside, and before the new data was moved in its place.
  const upgrade = upgradeFolder(path);
  mkdirSync(upgrade, { mode: 0o711 });
  renameSync(installation.data, findInstallation(upgrade).data);
  writeFileSync(join(upgrade, "done.json"), JSON.stringify({ from: FORMER, rows: done!.rows }));
  await expect(startEmbedded(path)).rejects.toThrow(/was interrupted/);
  expect(await upgradeDatabase(config, () => {})).toEqual(done);
  expect(await rowsOf(path)).toEqual(before);
  data.remove();
  rmSync(folder, { recursive: true, force: true });
});
