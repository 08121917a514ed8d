import { databaseNow } from "#server/db/clock.ts";
import type * as z from "zod/mini";
import { securityEventKind } from "../account/contract.ts";
import type { readSecurityEvents } from "../account/security-events.ts";
import type { readSessions } from "../account/session/session-store.ts";
import { NEWEST_ORDERS, toUser } from "../account/to-user.ts";
import { readUserAgent } from "../account/session/user-agent.ts";
import { toAddress } from "../addresses/to-address.ts";
import type { personalData, SecurityEvent, Session } from "./contract.ts";
import { orderReply } from "../orders/order-reply.ts";
import { toSheet } from "../complaints/to-sheet.ts";
import { lineReply } from "../cart/line-reply.ts";
import type { gatherData } from "./gather-data.ts";

type Row<Read extends (...given: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Read>>[number];

/** A session in API form. `ownId`: the session making the request. */
export function toSession({ id, userAgent, createdAt, usedAt }: Row<typeof readSessions>, ownId: string): Session {
  const times = { createdAt: createdAt.toISOString(), usedAt: usedAt.toISOString() };
  return { _id: id, ...readUserAgent(userAgent), ...times, current: id === ownId };
}

/** A security event in API form. */
export function toEvent({ id, userAgent, at, kind, detail, ip }: Row<typeof readSecurityEvents>): SecurityEvent {
  return { _id: id, detail, ip, ...readUserAgent(userAgent), kind: securityEventKind.parse(kind), at: at.toISOString() };
}

/** A person's data in API form. */
export function toPersonalData(data: Awaited<ReturnType<typeof gatherData>>, ownSessionId: string): z.output<typeof personalData> {
  const { account, addresses, cart, lists, orders, messages, complaints, sessions, events } = data;
  const holdings = {
    addresses: addresses.map(({ id }) => id),
    cart: cart.map(({ _id }) => _id),
    orders: orders.rows.slice(0, NEWEST_ORDERS).map(({ id }) => id),
  };
  return {
    madeAt: new Date(databaseNow()).toISOString(),
    profile: toUser(account, holdings),
    addresses: addresses.map(toAddress),
    cart: cart.map(lineReply),
    lists,
    orders: orders.rows.map(orderReply),
    orderCount: orders.total,
    messages: messages.map(({ subject, message, name, email, createdAt }) => ({
      subject,
      message,
      name,
      email,
      createdAt: createdAt.toISOString(),
    })),
    complaints: complaints.map(toSheet),
    sessions: sessions.map((session) => toSession(session, ownSessionId)),
    securityEvents: events.map(toEvent),
  };
}
