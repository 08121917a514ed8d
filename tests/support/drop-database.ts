import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";

const TRIES = 200;
const PAUSE_MS = 250;
/** An autovacuum worker belongs to the superuser, so only it may end one. */
const NOT_PERMITTED = "42501";

/** Drops a test's database with its connections, once no autovacuum worker is in it. */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query(`drop database if exists ${name} with (force)`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== NOT_PERMITTED || tries === TRIES) throw error;
      await delay(PAUSE_MS);
    }
  }
}
