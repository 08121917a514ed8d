import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openOlderDatabase } from "../../../tests/support/older-database.ts";
import { breaksOlder } from "../../../tests/support/breaks-older.ts";
import { locksLong } from "../../../tests/support/locks-long.ts";
import { checkSchema, knownMigrations, MIGRATIONS } from "./schema-version.ts";

/** What an older program knows: all but the newest migrations. */
const older = (missing: number) => knownMigrations().slice(0, -missing);
/** The problems found with a statement between others. */
const found = (statement: string) =>
  breaksOlder(`-- A comment; drop table x\nCREATE INDEX i ON a (b);--> statement-breakpoint\n${statement}`);

describe("a database that a newer version has migrated", () => {
  const database = openOlderDatabase();
  test("is used by older versions that it allows, with a warning, and refused by others in plain words", async () => {
    const { client } = database;
    await checkSchema(client);
    await database.migrateAll();
    expect(await checkSchema(client)).toBeUndefined();
    const [newest, known] = [knownMigrations().at(-1)!.idx, knownMigrations().at(-2)!.idx];
    expect(await checkSchema(client, older(1))).toBe(
      `A newer version of Despensa has migrated this database to ${newest}. This version knows migrations up to ${known}, and may still use it.`,
    );
    const oldest = knownMigrations().at(-2)!.idx;
    await client.query(`create or replace function oldest_program() returns integer language sql immutable return ${oldest}`);
    await checkSchema(client, older(1));
    await expect(checkSchema(client, older(2))).rejects.toThrow("A newer version of Despensa has changed this database");
    await checkSchema(client);
    await client.query("drop function oldest_program()");
    await expect(checkSchema(client, older(1))).rejects.toThrow("A newer version");
  });
});

/** Migrations before this one were made before the rule. */
const FIRST_CHECKED = 32;
/** These were made before constraints were checked. */
const CONSTRAIN = new Set([42, 46, 56, 58]);

test.each(knownMigrations().filter(({ idx }) => idx >= FIRST_CHECKED && !CONSTRAIN.has(idx)))(
  "migration $tag lets the previous version keep running",
  ({ tag }) => {
    expect(breaksOlder(readFileSync(join(MIGRATIONS, `${tag}.sql`), "utf8"))).toEqual([]);
  },
);

test("what breaks the previous version is found", () => {
  for (const statement of [
    `DROP TABLE "cart_line" CASCADE;`,
    `ALTER TABLE "product" DROP COLUMN "unit";`,
    `ALTER TABLE "product" RENAME COLUMN "unit" TO "size";`,
    `ALTER TABLE "product" RENAME TO "item";`,
    `ALTER TABLE "product" ADD COLUMN "size" text NOT NULL;`,
    `ALTER TABLE "product" ALTER COLUMN "size" SET NOT NULL;`,
    `ALTER TABLE "product" ALTER COLUMN "size" DROP DEFAULT;`,
    `alter table product\n  alter column size set data type integer;`,
    `alter table product alter size type integer using size::integer;`,
    `ALTER TABLE "product" ADD CONSTRAINT "product_stock" CHECK ("product"."stock" < 1000) NOT VALID;`,
    `alter table product add constraint product_stock check (stock < 1000) not valid;`,
    `ALTER TABLE "product" ADD CONSTRAINT "product_sku" UNIQUE("sku");`,
    `ALTER TABLE "product" ADD COLUMN "size" text;\nALTER TABLE "product" ADD CONSTRAINT "sized" CHECK ("product"."size" <> "product"."unit");`,
    `CREATE UNIQUE INDEX CONCURRENTLY "product_sku" ON "product" USING btree ("sku");`,
    `ALTER TABLE "product" ADD COLUMN "size" text DEFAULT '' NOT NULL;\nCREATE UNIQUE INDEX "product_size" ON "product" ("size");`,
    `DROP FUNCTION paid_cents(integer);`,
    `drop trigger if exists "note_change" on "product";`,
    `DROP VIEW "listed_product";`,
    `DROP MATERIALIZED VIEW "listed_product";`,
  ])
    expect([statement, found(statement)]).toEqual([statement, [expect.stringContaining("")]]);
  for (const statement of [
    `CREATE TABLE "a" ("b" text NOT NULL);`,
    `ALTER TABLE "product" ADD COLUMN "size" text;`,
    `ALTER TABLE "product" ADD COLUMN "size" text DEFAULT '' NOT NULL;`,
    `ALTER TABLE "product" ADD COLUMN "size" integer GENERATED ALWAYS AS (1) STORED NOT NULL;`,
    `DROP INDEX "product_by_size";`,
    `ALTER TABLE "product" ADD COLUMN "size" integer DEFAULT 0 NOT NULL;\nALTER TABLE "product" ADD CONSTRAINT "sized" CHECK ("product"."size" >= 0);`,
    `ALTER TABLE "product" ADD COLUMN "size" text;\nCREATE UNIQUE INDEX "product_size" ON "product" ("size");`,
    `CREATE TABLE "a" ("b" text);\nCREATE UNIQUE INDEX "i" ON "a" ("b");\nALTER TABLE "a" ADD CONSTRAINT "c" UNIQUE("b");`,
    `drop view listed_product;\ncreate view listed_product as select 1;`,
    `-- constrains: stock was never set above 999\nALTER TABLE "product" ADD CONSTRAINT "product_stock" CHECK ("product"."stock" < 1000) NOT VALID;`,
  ])
    expect([statement, found(statement)]).toEqual([statement, []]);
});

test("a migration may break the previous version if it says why, and which versions may still run", () => {
  const sql = `ALTER TABLE "product" DROP COLUMN "unit";`;
  const reason = "-- breaks: nothing has read product.unit since migration 31; this is the second step\n";
  expect(breaksOlder(reason + sql)).toEqual([expect.stringContaining("oldest_program")]);
  expect(
    breaksOlder(`${reason}${sql}\ncreate or replace function oldest_program() returns integer language sql immutable return 33;`),
  ).toEqual([]);
});

/** Migrations before this one were made before the rule. */
const FIRST_WITHOUT_LOCKS = 73;

test("no new migration locks a table for long", () => {
  const checked = knownMigrations().filter(({ idx }) => idx >= FIRST_WITHOUT_LOCKS);
  const problems = checked.flatMap(({ tag }) => locksLong(readFileSync(join(MIGRATIONS, `${tag}.sql`), "utf8")));
  expect(problems).toEqual([]);
});

test("what locks a table for long is found", () => {
  for (const statement of [
    `CREATE INDEX "product_by_size" ON "product" USING btree ("size");`,
    `CREATE UNIQUE INDEX "product_by_size" ON "product" ("size");`,
    `ALTER TABLE "product" ADD COLUMN "size" integer GENERATED ALWAYS AS (1) STORED NOT NULL;`,
    `ALTER TABLE "product" ADD CONSTRAINT "size" CHECK ("size" > 0);`,
    `UPDATE "product" SET "size" = 1;`,
    `update product p set size = 1 where size is null;`,
    `WITH big AS (SELECT 1) UPDATE "product" SET "size" = 1;`,
    `do $$ begin update product set size = 1; end $$;`,
    `ALTER TABLE "product" ADD COLUMN "a" text;--> statement-breakpoint\nCREATE INDEX CONCURRENTLY "i" ON "product" ("a");`,
  ])
    expect([statement, locksLong(statement)]).toEqual([statement, [expect.stringContaining("")]]);
  for (const statement of [
    `CREATE INDEX CONCURRENTLY "i" ON "product" ("a");--> statement-breakpoint\nCREATE INDEX CONCURRENTLY "j" ON "product" ("b");`,
    `CREATE TABLE "a" ("b" text);--> statement-breakpoint\nCREATE INDEX "i" ON "a" ("b");--> statement-breakpoint\nALTER TABLE "a" ADD CONSTRAINT "c" FOREIGN KEY ("b") REFERENCES "product"("id");`,
    `ALTER TABLE "product" ADD COLUMN "size" text DEFAULT '' NOT NULL;`,
    `ALTER TABLE "product" ADD CONSTRAINT "size" CHECK ("size" > 0) NOT VALID;`,
    `CREATE TABLE "a" ("b" text);--> statement-breakpoint\nUPDATE "a" SET "b" = '';`,
    `insert into product (id) values ('a') on conflict (id) do update set id = excluded.id;`,
    `create or replace function f() returns void language sql as $$ update product set size = 1 $$;`,
    `-- locks: few rows\nCREATE INDEX "i" ON "shop_settings" ("a");`,
  ])
    expect([statement, locksLong(statement)]).toEqual([statement, []]);
});
