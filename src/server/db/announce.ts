import type pg from "pg";
import type { Db } from "./connect.ts";

/** A channel is announced at most this often by one process. */
export const ANNOUNCE_EVERY_MS = 50;

/**
 * Tells other connections soon that there is something to look at. Not in the transaction that causes it: PostgreSQL commits those
 * that announce something one after the other. Only a nudge, since it may get lost: listeners also look regularly.
 */
export type Announce = (channel: string, message?: string) => void;

export function openAnnouncer(pool: pg.Pool): Announce {
  const due = new Set<string>();
  return (channel, message = "") => {
    if (due.has(channel)) return;
    due.add(channel);
    const send = () => {
      due.delete(channel);
      pool.query("select pg_notify($1, $2)", [channel, message]).catch(() => {});
    };
    setTimeout(send, ANNOUNCE_EVERY_MS).unref();
  };
}

const announcers = new WeakMap<Db, Announce>();

/** Makes {@link announce} work on this database or transaction. */
export function announcesWith(db: Db, announcer: Announce): void {
  announcers.set(db, announcer);
}

/** Announces once the transaction commits; outside a transaction, soon. */
export function announce(db: Db, ...what: Parameters<Announce>): void {
  announcers.get(db)?.(...what);
}
