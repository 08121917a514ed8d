import * as z from "zod/mini";
import type { Db } from "#server/db/connect.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import { paragraph } from "#server/mail/email.ts";
import type { Shop } from "#server/shop.ts";
import { id } from "#shared/id.ts";
import { t } from "#words/t.ts";
import type { OrderEvent } from "../orders/timeline/contract.ts";
import { receipt } from "../orders/receipt-email-part.ts";
import { recordedAmount } from "../orders/timeline/recorded-amount.ts";
import { readTimeline } from "../orders/timeline/order-events.ts";
import { tellShopper } from "../orders/tell-shopper.ts";
import { moneyWords } from "../payments/differences/money-words.ts";

const packedEmail = { name: "pick.packed-email" as const, data: z.object({ orderId: id }) } satisfies Job;

/** Emails what was missing in an order, what replaces it, and where the money goes. */
export const emailPacked = (tx: Db, orderId: string) => enqueue(tx, packedEmail, { orderId });

export function pickTasks(shop: Shop): Task[] {
  return [
    task(packedEmail, ({ orderId }, emailId) =>
      tellShopper(shop, { orderId, emailId, kind: packedEmail.name }, async (order) => {
        const timeline = await readTimeline(shop.database.db, orderId, "USER");
        const isComplete = !timeline.some(({ kind }) => kind === "MISSING" || kind === "REPLACED");
        const { number } = order;
        return {
          subject: isComplete
            ? t("Your order {number} costs less now", { number })
            : t("Your order {number}: some items were missing", { number }),
          // The shop's own one is about missing items.
          keepsSubject: isComplete,
          parts: [
            paragraph(
              isComplete
                ? t("We packed your order. Some items weighed less than we estimated, so you pay less.")
                : t("We packed your order, but some items were not on our shelves. We're sorry."),
            ),
            ...timeline.flatMap((event) => whatHappened(event)).map((words) => paragraph(words)),
            paragraph(moneyWords(order, timeline)),
            receipt(order),
          ],
        };
      }),
    ),
  ];
}

function whatHappened({ kind, ...recorded }: OrderEvent): string[] {
  const [before, after] = [recordedAmount(recorded.before), recordedAmount(recorded.after)];
  if (kind === "REPLACED") return [t("{after} instead of {before}, at the lower of the two prices.", { after, before })];
  if (kind === "WEIGHED") return [t("{after} instead of {before}.", { after, before })];
  if (kind === "MISSING")
    return [after === "0" ? t("{before}: not available.", { before }) : t("{before}: only {after} available.", { before, after })];
  return [];
}
