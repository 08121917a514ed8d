import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { discounted } from "#shared/money.ts";
import { inDatabase } from "../../../tests/support/database-server.ts";
import { migrateDatabase } from "./migrate.ts";

const server = inject("databaseServer");
const name = `test_migrate_${process.pid}`;
const admin = new pg.Client(server);
const client = new pg.Client(inDatabase(server, name));

/** Brings the database as far as it was when this migration was the newest. */
async function migrateTo(tag: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "despensa-migrations-"));
  cpSync("migrations", folder, { recursive: true });
  const path = join(folder, "meta/_journal.json");
  const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(path, "utf8"));
  const last = journal.entries.findIndex((entry) => entry.tag === tag);
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }));
  await migrate(drizzle(client), { migrationsFolder: folder });
  rmSync(folder, { recursive: true });
}

beforeAll(async () => {
  await admin.connect();
  await admin.query(`create database ${name}`);
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
});

test("a shop that has orders already comes to the newest migration, and its orders to what they charged", async () => {
  const bought = [
    [349, 1500, 2],
    [1000, 0, 1],
    [5, 1000, 10],
    [1, 9999, 1],
    [9_999_999, 9999, 999],
    [9_999_999, 1, 1],
    // Two lines of 999 pieces were summed to this before a product had a most.
    [100, 0, 1998],
  ] as const;
  await migrateTo("0004_search");
  await client.query(`insert into user_account (id, name, email, password_hash) values ('u', 'Ana', 'ana@example.com', '')`);
  await client.query(`insert into customer_order (id, number, user_id, status, payment_status, payment_method, subtotal_cents, total_cents,
    delivery_address) values ('o', 'O', 'u', 'PENDING', 'CASH ON DELIVERY', 'Cash on delivery', 0, 0, '{}')`);
  for (const [position, [price, discount, quantity]] of bought.entries()) {
    const id = `p${position}`;
    await client.query(`insert into product (id, name, stock, price_cents, discount) values ($1, $1, 5, $2, $3)`, [id, price, discount]);
    await client.query(
      `insert into order_line (order_id, position, product_id, quantity, name, unit_price_cents, discount) values ('o', $1, $2, $3, $2, $4, $5)`,
      [position, id, quantity, price, discount],
    );
  }

  await migrateDatabase(inDatabase(server, name));

  const { rows } = await client.query(`select list_cents, discount_hundredths, paid_cents, quantity from order_line order by position`);
  expect(rows).toEqual(
    bought.map(([price, discount, quantity]) => ({
      ...{ list_cents: price, discount_hundredths: discount, quantity },
      paid_cents: discounted(price, discount),
    })),
  );
});
