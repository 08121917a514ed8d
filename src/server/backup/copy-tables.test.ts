import pg from "pg";
import { expect, test } from "vitest";
import { openEmptyShop } from "../../../tests/support/empty-shop.ts";
import { fillTables } from "./copy-tables.ts";

test("triggers of the given tables don't fire while tables are filled, and do afterwards", async () => {
  const { connection } = await openEmptyShop();
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(`
      create table link (id integer);
      create table derived (id integer);
      create function derive() returns trigger language plpgsql as 'begin insert into derived values (new.id); return null; end';
      create trigger derive after insert on link for each row execute function derive()`);
    await fillTables(client, ["link", "missing in older backups"], async () => {
      await client.query("insert into link values (1)");
    });
    await client.query("insert into link values (2)");
    const { rows } = await client.query("select * from derived");
    expect(rows).toEqual([{ id: 2 }]);
  } finally {
    await client.end();
  }
});
