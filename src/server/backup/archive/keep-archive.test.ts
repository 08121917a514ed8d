import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { afterAll, expect, inject, test } from "vitest";
import type { ShopData } from "../shop-data.ts";
import { readArchiveState } from "./archive-state.ts";
import { keepArchive } from "./keep-archive.ts";

const SEGMENT = "000000010000000000000002";
const folder = mkdtempSync(join(tmpdir(), "despensa-archive-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("an archive that was begun without a passphrase is refused: nothing is added to it, and the log waits", async () => {
  const superuser = inject("databaseServer");
  const [dataDir, log, to] = [join(folder, "data"), join(folder, "log"), join(folder, "archive")];
  const system = join(to, await systemOf(superuser));
  for (const path of [join(dataDir, "pg_wal"), log, join(system, "log")]) mkdirSync(path, { recursive: true });
  writeFileSync(join(system, "log", "000000010000000000000001.zst"), "not encrypted");
  writeFileSync(join(log, SEGMENT), "what shoppers wrote");

  const end = keepArchive({
    ...{ superuser, dataDir, to, keep: 2, passphrase: "a passphrase", s3: undefined },
    folders: { data: dataDir, log },
    // Nothing of the shop is read before an archive is opened.
    data: {} as ShopData,
    log: pino({ level: "silent" }),
  });
  await expect
    .poll(() => readArchiveState(dataDir).problem, { timeout: 20_000 })
    .toBe(`${system} is not encrypted. Give this shop another ARCHIVE_TO.`);
  await end(() => Promise.resolve());

  expect(globSync("**/*.*", { cwd: to })).toEqual([expect.stringMatching(/000000010000000000000001\.zst$/)]);
  expect(readFileSync(join(system, "log", "000000010000000000000001.zst"), "utf8")).toBe("not encrypted");
  expect(existsSync(join(log, SEGMENT)) || existsSync(join(log, `${SEGMENT}.zst`))).toBe(true);
  expect(readArchiveState(dataDir)).toMatchObject({ at: null });
});

async function systemOf(connection: pg.ClientConfig): Promise<string> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ id: string }>("select system_identifier::text as id from pg_control_system()");
  await client.end();
  return rows[0]!.id;
}
