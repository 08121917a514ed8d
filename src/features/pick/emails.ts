import * as z from "zod/mini";
import type { Db } from "#server/db/connect.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import { button, composeEmail, paragraph } from "#server/mail/email.ts";
import type { Shop } from "#server/shop.ts";
import { id } from "#shared/id.ts";
import { paths } from "#web/paths.ts";
import { greeting } from "../account/greeting.ts";
import { readAccount } from "../account/store.ts";
import type { OrderEvent } from "../orders/contract.ts";
import { receipt } from "../orders/emails.ts";
import { readTimeline } from "../orders/order-events.ts";
import { readOrder } from "../orders/store.ts";
import { moneyWords } from "../payments/differences/money-words.ts";

const packedEmail = { name: "pick.packed-email", data: z.object({ orderId: id }) } satisfies Job;

/** Emails what was missing in an order, what replaces it, and where the money goes. */
export const emailPacked = (tx: Db, orderId: string) => enqueue(tx, packedEmail, { orderId });

export function pickTasks(shop: Shop): Task[] {
  const { config, database, mailer } = shop;
  return [
    task(packedEmail, async ({ orderId }, emailId) => {
      const order = await readOrder(database.db, orderId);
      const user = order && (await readAccount(database.db, order.userId));
      if (!user || user.status !== "Active") return;
      const timeline = await readTimeline(database.db, orderId, "USER");
      const isComplete = !timeline.some(({ kind }) => kind === "MISSING" || kind === "REPLACED");
      const subject = `Your order ${order.number}: ${isComplete ? "it costs less now" : "some items were missing"}`;
      const content = composeEmail(await shop.identity(), subject, [
        paragraph(greeting(user)),
        paragraph(
          isComplete
            ? "We packed your order. Some items weighed less than we estimated, so you pay less."
            : "We packed your order, but some items were not on our shelves. We're sorry.",
        ),
        ...timeline.flatMap((event) => whatHappened(event)).map((words) => paragraph(words)),
        paragraph(moneyWords(order, timeline)),
        receipt(order),
        button("See your order", `${config.publicUrl}${paths.order(order.number)}`),
      ]);
      await mailer.send({ id: emailId, to: user.email, content });
    }),
  ];
}

function whatHappened({ kind, before, after }: OrderEvent): string[] {
  if (kind === "REPLACED") return [`${after} instead of ${before}, at the lower of both prices.`];
  if (kind === "WEIGHED") return [`${after} instead of ${before}.`];
  if (kind === "MISSING") return [after === "0" ? `${before}: not available.` : `${before}: only ${after} available.`];
  return [];
}
