import { chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { withClient } from "../hosts.ts";
import { placeOf, type Installation } from "./installation.ts";

/** Where the server puts finished segments of its log, to be collected from there. */
export const collectingFolder = (dataDir: string): string => join(placeOf(dataDir), "postgres-log");

/** At most this much is lost with the disk: a segment is finished after this time if anything was written. */
const EVERY = "60s";

/**
 * Turns archiving of the server's log on or off. PostgreSQL's own `basic_archive` copies each segment: without a shell, flushed to
 * disk, and never over a file with other content.
 * @returns whether the server has to be restarted for that
 */
export async function setArchiving(superuser: pg.ClientConfig, { account }: Installation, folder: string, isOn: boolean): Promise<boolean> {
  return withClient(superuser, async (client) => {
    const { rows } = await client.query<{ mode: string }>("select current_setting('archive_mode') as mode");
    const needsRestart = (rows[0]!.mode === "on") !== isOn; // one row
    if (!isOn && !needsRestart) return false;
    if (!isOn) await client.query("alter system reset all");
    else {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (account) chownSync(folder, account.uid, account.gid);
      await client.query("load 'basic_archive'");
      await client.query(`alter system set basic_archive.archive_directory = ${pg.escapeLiteral(folder)}`);
      await client.query("alter system set archive_library = 'basic_archive'");
      await client.query(`alter system set archive_timeout = '${EVERY}'`);
      await client.query("alter system set archive_mode = 'on'");
    }
    await client.query("select pg_reload_conf()");
    return needsRestart;
  });
}

/** Whether the server fails to put its log into that folder. It keeps trying, and its own log says why it fails. */
export async function isArchivingFailing(superuser: pg.ClientConfig): Promise<boolean> {
  return withClient(superuser, async (client) => {
    const { rows } = await client.query<{ fails: boolean }>(
      "select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as fails from pg_stat_archiver",
    );
    return rows[0]!.fails; // one row
  });
}
