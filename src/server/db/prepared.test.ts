import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { openDatabase, type Database, type Db } from "./connect.ts";
import { StatementNames } from "./statement-names.ts";

const { connection } = await openTestShop();

/** A pool of one connection, so that every statement sees what earlier ones left there. */
function open(options?: { named: boolean }): Database {
  const database = openDatabase({ ...connection, max: 1 }, () => {}, options);
  onTestFinished(() => database.close());
  return database;
}

const ask = (db: Db) => db.execute(sql`select ${"apples"}::text as fruit`);
async function planned({ db }: Database): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int from pg_prepared_statements where statement like '%fruit%'`,
  );
  return rows[0]!.count;
}

test("frequent statements are planned once per connection, however they are sent", async () => {
  const database = open({ named: true });
  await database.db.execute(sql`select 'figs' as fruit`);
  await database.transact(({ tx }) => ask(tx));
  expect(await planned(database)).toBe(0);
  for (let n = 0; n < 3; n++) {
    await database.transact(({ tx }) => Promise.all([ask(tx), ask(tx)]), { prepare: true });
    await database.read(ask, { prepare: true });
    await ask(database.prepared);
  }
  expect(await planned(database)).toBe(1);
});

test("behind a transaction pooler no statement has a name", async () => {
  const database = open();
  await database.transact(({ tx }) => ask(tx), { prepare: true });
  await database.read(ask, { prepare: true });
  await ask(database.prepared);
  expect(await planned(database)).toBe(0);
});

test("a transaction survives a change of the type of a column that its statement selects", async () => {
  const database = open({ named: true });
  await database.db.execute(sql`create table crate (pieces integer); insert into crate values (7)`);
  const read = async () => {
    const { rows } = await database.transact(({ tx }) => tx.execute<{ pieces: unknown }>(sql`select pieces from crate`), { prepare: true });
    return rows[0]!.pieces;
  };
  expect(await read()).toBe(7);
  await database.db.execute(sql`alter table crate alter column pieces type text`);
  expect(await read()).toBe("7");
});

test("the number of statements with a name is limited, and long ones get none", () => {
  const names = new StatementNames();
  expect(names.of("x".repeat(10_000))).toBeUndefined();
  const given = Array.from({ length: 150 }, (_, n) => names.of(`select ${n}`)).filter((name) => name !== undefined);
  expect([given.length, new Set(given).size]).toEqual([100, 100]);
  expect(names.of("select 7")).toBe(given[7]);
});
