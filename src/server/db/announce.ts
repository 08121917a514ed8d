import type pg from "pg";
import type { Db } from "./connect.ts";

/** Each process announces a channel at most this often. */
export const ANNOUNCE_EVERY_MS = 50;

/**
 * Tells other connections soon that there is something to look at. Not in the transaction that causes it, because PostgreSQL commits
 * transactions with notifications one at a time. Only a nudge, since it may get lost: listeners also look regularly.
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
