import pg from "pg";
import { expect, test } from "vitest";
import { startProxy } from "../../../tests/support/database-proxy.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { openDatabase } from "./connect.ts";
import { readConnection, withClient } from "./hosts.ts";

const { connection } = await openTestShop();

test("an address with one host is left to the driver", () => {
  for (const address of ["postgres://shop:s%40@db/shop?sslmode=require", "postgresql://localhost/shop?host=%2Frun%2Fpg"])
    expect(readConnection(address)).toEqual({ connectionString: address });
});

test("an address with several hosts names them in order, with their ports", () => {
  expect(readConnection("postgres://shop:s@one,two:5433,[::1]:5434/shop?sslmode=require&target_session_attrs=read-write")).toEqual({
    connectionString: "postgres://shop:s@one/shop?sslmode=require",
    hosts: [
      { host: "one", port: 5432 },
      { host: "two", port: 5433 },
      { host: "::1", port: 5434 },
    ],
  });
});

test("an address that cannot be read is refused without quoting it", () => {
  for (const address of [
    "mysql://x",
    "postgres://a b/c",
    "postgres://u:secret@one,two/shop",
    "postgres://u:secret@one,,two/s?target_session_attrs=any",
  ]) {
    const refused = () => readConnection(address);
    expect(refused).toThrow(/^(is|with|names) /);
    expect(refused).not.toThrow("secret");
  }
});

test("of several hosts, the one that takes writes is used, and another one as soon as that changes", async () => {
  const proxies = [await startProxy(connection), await startProxy(connection)];
  const [one, two] = proxies as [(typeof proxies)[0], (typeof proxies)[0]]; // two were started
  const hosts = proxies.map((proxy) => ({ host: "127.0.0.1", port: proxy.connection.port! }));
  const database = openDatabase({ ...one.connection, hosts, connectionTimeoutMillis: 3000, query_timeout: 1000 }, () => {});
  const write = () => database.transact(async ({ tx }) => (await tx.execute("select 1")).rowCount);

  two.refuse();
  expect(await write()).toBe(1);
  expect(one.open()).toBeGreaterThan(0);
  one.refuse();
  two.goOn();
  await write().catch(() => {});
  expect(await write()).toBe(1);
  expect(two.open()).toBeGreaterThan(0);
  // A host that hangs does not hold up the other one.
  one.goOn();
  two.hang();
  await write().catch(() => {});
  expect(await write()).toBe(1);
  two.goOn();
  await database.close();
  for (const proxy of proxies) await proxy.close();
});

test("a host that takes no writes is skipped until it does", async () => {
  const proxy = await startProxy(connection);
  const admin = new pg.Client(connection);
  await admin.connect();
  const database = openDatabase({ ...proxy.connection, hosts: [{ host: "127.0.0.1", port: proxy.connection.port! }] }, () => {});
  await admin.query(`alter database ${connection.database} set default_transaction_read_only = on`);
  await expect(database.pool.query("select 1")).rejects.toMatchObject({ code: "25006" });
  await admin.query(`alter database ${connection.database} reset default_transaction_read_only`);
  expect((await database.pool.query("select 1")).rowCount).toBe(1);
  await admin.end();
  await database.close();
  await proxy.close();
});

test("a connection for some work ends with it, also when it fails", async () => {
  const connections = () =>
    withClient(connection, async (client) => {
      const { rows } = await client.query<{ count: number }>(
        "select count(*)::int from pg_stat_activity where application_name = 'some work'",
      );
      return rows[0]?.count;
    });
  const named = { ...connection, application_name: "some work" };
  await withClient(named, async () => expect(await connections()).toBe(1));
  await expect(withClient(named, async () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  await expect.poll(connections).toBe(0);
});
