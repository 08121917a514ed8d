import { and, desc, eq } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { sessions } from "../account/tables.ts";
import { pushKeys, pushSubscriptions } from "./tables.ts";

/** Where a browser gets its notifications, and the keys that encrypt them for it. */
export type Subscription = Omit<typeof pushSubscriptions.$inferSelect, "createdAt">;

/** Most browsers of one person that get notifications: the latest ones. */
const MOST = 10;

export async function readSubscription(db: Db, sessionId: string): Promise<Subscription | undefined> {
  const { sessionId: session, endpoint, p256dh, auth } = pushSubscriptions;
  const [row] = await db
    .select({ sessionId: session, endpoint, p256dh, auth })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.sessionId, sessionId));
  return row;
}

/** The sessions of a person whose browsers get notifications. */
export async function readSubscribed(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ sessionId: pushSubscriptions.sessionId })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(eq(sessions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt))
    .limit(MOST);
  return rows.map(({ sessionId }) => sessionId);
}

export async function writeSubscription(db: Db, { sessionId, ...rest }: Subscription): Promise<void> {
  await db
    .insert(pushSubscriptions)
    .values({ sessionId, ...rest })
    .onConflictDoUpdate({ target: pushSubscriptions.sessionId, set: rest });
}

/** @param endpoint if given, deletes it only if it still has this one */
export async function deleteSubscription(db: Db, sessionId: string, endpoint?: string): Promise<void> {
  const isThis = endpoint === undefined ? undefined : eq(pushSubscriptions.endpoint, endpoint);
  await db.delete(pushSubscriptions).where(and(eq(pushSubscriptions.sessionId, sessionId), isThis));
}

export async function readKeys(db: Db): Promise<Omit<typeof pushKeys.$inferSelect, "only"> | undefined> {
  const [row] = await db.select({ publicKey: pushKeys.publicKey, privateKey: pushKeys.privateKey }).from(pushKeys);
  return row;
}

/** Stores the shop's keys, unless another process was faster. */
export async function writeKeys(db: Db, keys: { publicKey: string; privateKey: string }): Promise<void> {
  await db.insert(pushKeys).values(keys).onConflictDoNothing();
}
