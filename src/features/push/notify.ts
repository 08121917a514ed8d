import * as z from "zod/mini";
import { databaseNow } from "#server/db/clock.ts";
import type { Db } from "#server/db/connect.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import { id } from "#shared/id.ts";
import type { Shop } from "#server/shop.ts";
import { readValidSessions } from "../account/session/session-store.ts";
import { PushSender } from "./push-sender.ts";
import { deleteSubscription, readSubscribed, readSubscription } from "./store.ts";
import { vapidKeys } from "./vapid-keys.ts";

/** A notification. `path` is opened by a tap; a later one with the same tag replaces it. */
const notification = z.object({ title: z.string(), body: z.string(), path: z.string(), tag: z.string() });
type Notification = z.output<typeof notification>;

const sendJob = {
  name: "push.send",
  data: z.object({ sessionId: z.string(), notification, until: z.iso.datetime() }),
} satisfies Job;

const notifyJob = {
  name: "push.notify",
  data: z.object({ userId: id, notification, until: z.iso.datetime() }),
} satisfies Job;

/** After that, a notification would be out of date. */
const LASTS_MS = 6 * 60 * 60_000;

/** Sends a person's browsers a notification, those that asked for it. */
export const notify = (tx: Db, userId: string, about: Notification): Promise<void> =>
  enqueue(tx, notifyJob, { userId, notification: about, until: new Date(databaseNow() + LASTS_MS).toISOString() });

export function pushTasks(shop: Shop, sender = new PushSender()): Task[] {
  const { config, database } = shop;
  return [
    // A job for each browser, so that one that can't be told doesn't repeat the others.
    task(notifyJob, ({ userId, ...told }) =>
      database.transact(async ({ tx, withCommit }) => {
        const subscribed = await readSubscribed(tx, userId);
        withCommit(...subscribed.map((sessionId) => enqueue(tx, sendJob, { sessionId, ...told })));
      }),
    ),
    task(
      sendJob,
      async ({ sessionId, notification: { tag, ...words }, until }) => {
        const secondsLeft = Math.floor((Date.parse(until) - databaseNow()) / 1000);
        const keys = config.push && secondsLeft > 0 ? await vapidKeys(database.db, config) : null;
        const subscription = keys && (await readSubscription(database.db, sessionId));
        if (!subscription || !(await readValidSessions(database.db, [sessionId])).has(sessionId)) return;
        const message = { payload: JSON.stringify({ ...words, tag }), topic: tag, seconds: secondsLeft };
        const { email } = await shop.identity();
        const outcome = await sender.send(subscription, message, keys, `mailto:${email}`);
        if (outcome === "gone") await deleteSubscription(database.db, sessionId, subscription.endpoint);
        if (outcome === "refused") shop.log.warn("a push service refused a notification");
        if (outcome === "later") throw new Error("The push service can't be reached for now");
      },
      { lane: "slow" },
    ),
  ];
}
