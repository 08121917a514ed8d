import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeBackup } from "#server/backup/make-backup.ts";
import { openBackup } from "#server/backup/open-backup.ts";
import { openRepository } from "#server/backup/open-repository.ts";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import { migrateJobs } from "#server/db/migrate.ts";
import { allRows, openEmptyShop } from "../../../tests/support/empty-shop.ts";
import { openOlderDatabase } from "../../../tests/support/older-database.ts";
import { shopDataOf } from "./shop-data.ts";

const old = openOlderDatabase();

test("a backup of an older version is restored, and migrated to this one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "despensa-older-backup-"));
  await old.migrateTo("0030_backup-runs");
  await migrateJobs(old.connection);
  await old.client.query("insert into user_account (id, name, email, password_hash) values ('u', 'Ana', 'ana@example.com', 'x')");
  await old.client.query(`
    insert into customer_order (id, number, user_id, status, payment_status, payment_method, subtotal_cents, total_cents, delivery_address)
    select 'order ' || n, 'N' || n, 'u', 'PENDING', 'CASH ON DELIVERY', 'Cash on delivery', n, n, '{}' from generate_series(1, 200) n`);
  const { config, connection } = await openEmptyShop();
  const data = await shopDataOf(config);
  const repository = openRepository(folder, undefined);
  const { address } = await makeBackup({
    connection: old.connection,
    repository,
    data,
    shop: "Old",
    program: "0.0.1",
    passphrase: undefined,
  });

  await restoreBackup(await openBackup(openRepository(address, undefined), undefined), { connection, data, withEmails: false });

  // The original, migrated where it is.
  await old.migrateAll();
  const [restored, migrated] = [await allRows(connection), await allRows(old.connection)];
  expect(restored["customer_order"]).toHaveLength(200);
  expect(Object.keys(restored)).toEqual(Object.keys(migrated));
  expect(restored["customer_order"]).toEqual(migrated["customer_order"]);
  rmSync(folder, { recursive: true });
});
