import type * as z from "zod/mini";
import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import type { Visitor } from "#server/shop.ts";
import { securityEventKind } from "../account/contract.ts";
import { readUser } from "../account/store.ts";
import { readAddresses } from "../addresses/store.ts";
import { readCart } from "../cart/store.ts";
import { readMessagesOf } from "../contact/store.ts";
import { readOrders } from "../orders/store.ts";
import type { personalData, SecurityEvent, Session } from "./contract.ts";
import { readUserAgent } from "./rules.ts";
import { readSecurityEvents, readSessions } from "./store.ts";

/** Orders and events that one file holds at most. */
const MOST = 1000;

type Person = Pick<Visitor, "userId" | "sessionId">;

/** A person's devices as the API has them. */
export async function readOwnSessions(db: Db, { userId, sessionId }: Person): Promise<Session[]> {
  const rows = await readSessions(db, userId);
  return rows.map(({ userAgent, createdAt, usedAt, ...row }) => ({
    ...row,
    ...readUserAgent(userAgent),
    createdAt: createdAt.toISOString(),
    usedAt: usedAt.toISOString(),
    current: row._id === sessionId,
  }));
}

/** A person's newest security events as the API has them. */
export async function readOwnEvents(db: Db, userId: string, limit: number): Promise<SecurityEvent[]> {
  const rows = await readSecurityEvents(db, userId, limit);
  return rows.map(({ userAgent, at, kind, ...row }) => ({
    ...row,
    ...readUserAgent(userAgent),
    kind: securityEventKind.parse(kind),
    at: at.toISOString(),
  }));
}

/** All that the shop knows about a person, save their password. */
export async function gatherData(db: Db, person: Person): Promise<z.output<typeof personalData>> {
  const { userId } = person;
  const profile = await readUser(db, userId);
  if (!profile) throw refuse.unauthenticated();
  const { rows, total } = await readOrders(db, userId, { page: 1, limit: MOST });
  const messages = await readMessagesOf(db, userId);
  return {
    madeAt: new Date().toISOString(),
    profile,
    addresses: await readAddresses(db, userId),
    cart: await readCart(db, userId),
    orders: rows,
    orderCount: total,
    messages: messages.map(({ subject, message, name, email, createdAt }) => ({
      ...{ subject, message, name, email },
      createdAt: createdAt.toISOString(),
    })),
    sessions: await readOwnSessions(db, person),
    securityEvents: await readOwnEvents(db, userId, MOST),
  };
}
