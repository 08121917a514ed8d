import type { FastifyRequest } from "fastify";
import { lt, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { newId } from "#server/new-id.ts";
import { networkOf } from "#server/http/rate-limit.ts";
import type { SecurityEventKind } from "./contract.ts";
import { securityEvents } from "./tables.ts";

/** Days for which security events are kept. */
export const EVENT_DAYS = 180;
/** Characters of a browser's description of itself that are kept. */
const MAX_USER_AGENT = 300;

/** Where a request came from. */
export interface Origin {
  /** As limits count it. */
  ip: string;
  userAgent: string;
}

/** What the shop does by itself. */
export const BY_THE_SHOP: Origin = { ip: "", userAgent: "" };

/** Where a call came from. */
export function originOf(http: { request: FastifyRequest } | null): Origin {
  if (!http) return BY_THE_SHOP;
  const { ip, headers } = http.request;
  return { ip: networkOf(ip), userAgent: (headers["user-agent"] ?? "").slice(0, MAX_USER_AGENT) };
}

interface SecurityEvent {
  kind: SecurityEventKind;
  /** Whom it concerns; null where there is no such account. */
  userId: string | null;
  from: Origin;
  /** What changed, in a few words; never a secret or an address of a person. */
  detail?: string;
}

/** Notes a security event, in the transaction of what happened where there is one. */
export async function noteSecurityEvent(tx: Db, { kind, userId, from, detail = "" }: SecurityEvent): Promise<void> {
  await tx.insert(securityEvents).values({ id: newId(), kind, userId, detail, ...from });
}

/** Forgets events whose time is over. */
export async function deleteOldSecurityEvents(db: Db): Promise<void> {
  await db.delete(securityEvents).where(lt(securityEvents.at, sql`now() - make_interval(days => ${EVENT_DAYS})`));
}
