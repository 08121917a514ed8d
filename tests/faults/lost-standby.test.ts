import { chmodSync } from "node:fs";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "#server/db/connect.ts";
import { startEmbedded } from "#server/db/embedded/start-embedded.ts";
import { SERVING } from "#server/db/timeouts.ts";
import { isDatabaseUnavailable } from "#server/db/unavailable.ts";
import { dataFolder, untilTrue } from "../support/shop-process.ts";

const data = dataFolder();
chmodSync(data.path, 0o755);
const server = await startEmbedded(data.path);
const direct = new pg.Client(server.superuser);
await direct.connect();
const database = openDatabase({ ...SERVING, ...server.connection, statement_timeout: 500, query_timeout: 1500 }, () => {});

afterAll(async () => {
  await database.close();
  await direct.end();
  await server.stop();
  data.remove();
});

async function waitForStandby(name: string): Promise<void> {
  await direct.query(`alter system set synchronous_standby_names = '${name}'`);
  await direct.query("select pg_reload_conf()");
}

test("a commit that no synchronous standby confirmed is not acknowledged", async () => {
  await database.pool.query("create table stored (word text)");
  const store = (word: string) => database.transact(async ({ tx }) => tx.execute(`insert into stored values ('${word}')`));
  await store("first");
  await waitForStandby("nobody");
  let failure: unknown;
  // The server's processes read the setting one after the other.
  await untilTrue(async () => {
    failure = await store("second").catch((error: unknown) => error);
    return failure instanceof Error;
  });
  expect(isDatabaseUnavailable(failure)).toBe(true);
  await waitForStandby("");
  await store("third");
  // It is committed here, so whoever repeats the request finds it.
  const { rows } = await database.pool.query("select distinct word from stored order by word");
  expect(rows.map(({ word }) => word)).toEqual(["first", "second", "third"]);
});
