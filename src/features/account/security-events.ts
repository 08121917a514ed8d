import type { FastifyRequest } from "fastify";
import { desc, eq, lt, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import { newId } from "#server/new-id.ts";
import { networkOf } from "#server/limits/networks.ts";
import type { SecurityEventKind } from "./contract.ts";
import { securityEvents } from "./tables.ts";

/** Days before a security event is deleted. */
export const EVENT_DAYS = 180;
/** Longest user agent that is stored. */
const MAX_USER_AGENT = 300;

/** Where a request came from. */
export interface Origin {
  /** An IPv4 address or an IPv6 network, as limits count it. */
  ip: string;
  userAgent: string;
}

/** For events that the shop itself causes. */
export const BY_THE_SHOP: Origin = { ip: "", userAgent: "" };

/** Where a call came from. */
export function originOf(http: { request: FastifyRequest } | null): Origin {
  if (!http) return BY_THE_SHOP;
  const { ip, headers } = http.request;
  return { ip: networkOf(ip), userAgent: (headers["user-agent"] ?? "").slice(0, MAX_USER_AGENT) };
}

interface SecurityEvent {
  /** A new one by default. */
  id?: string;
  kind: SecurityEventKind;
  /** The account's owner; null if there is no such account. */
  userId: string | null;
  from: Origin;
  /** What changed, in a few words; never a secret or a person's address. */
  detail?: string;
}

/** Records a security event, in the transaction that causes it if there is one. @returns its id */
export async function noteSecurityEvent(tx: Db, { id = newId(), kind, userId, from, detail = "" }: SecurityEvent): Promise<string> {
  await tx.insert(securityEvents).values({ id, kind, userId, detail, ...from });
  return id;
}

/** Records an event of an email address, whether or not it has an account. */
export async function noteEventOf(db: Db, { kind, email, from }: Pick<SecurityEvent, "kind" | "from"> & { email: string }): Promise<void> {
  const userId = sql`(select id from user_account where lower(email) = lower(${email}))`;
  await db.insert(securityEvents).values({ id: newId(), kind, userId, ...from });
}

/** An event; undefined once it is deleted. */
export async function readSecurityEvent(db: Db, id: string) {
  const { at, userAgent } = securityEvents;
  const [row] = await db.select({ at, userAgent }).from(securityEvents).where(eq(securityEvents.id, id));
  return row;
}

/** What happened to a person's account, newest first. */
export function readSecurityEvents(db: Db, userId: string, limit: number) {
  const { id, kind, detail, ip, userAgent, at } = securityEvents;
  return db
    .select({ id, kind, detail, ip, userAgent, at })
    .from(securityEvents)
    .where(eq(securityEvents.userId, userId))
    .orderBy(desc(id))
    .limit(limit);
}

/** Deletes events after {@link EVENT_DAYS}. Events of addresses without an account, which nobody can see, are deleted after a day. */
export async function deleteOldSecurityEvents(db: Db): Promise<void> {
  await deleteInBatches(db, securityEvents, sql`${securityEvents.userId} is null and ${securityEvents.at} < now() - interval '1 day'`);
  await deleteInBatches(db, securityEvents, lt(securityEvents.at, sql`now() - make_interval(days => ${EVENT_DAYS})`));
}
