import * as z from "zod/mini";
import type { Db } from "#server/db/connect.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import { paragraph } from "#server/mail/email.ts";
import type { Shop } from "#server/shop.ts";
import { id } from "#shared/id.ts";
import { t } from "#words/t.ts";
import { receipt } from "../../orders/receipt-email-part.ts";
import { tellShopper } from "../../orders/tell-shopper.ts";
import type { OrderEvent } from "../../orders/timeline/contract.ts";
import { readTimeline } from "../../orders/timeline/order-events.ts";
import { recordedAmounts } from "../../orders/timeline/recorded-amount.ts";
import { moneyWords } from "../differences/money-words.ts";

/** `nth`: which refund of items of this order it is about, from 0. */
const itemsRefundedEmail = { name: "payments.items-refunded-email", data: z.object({ orderId: id, nth: z.int() }) } satisfies Job;

/** Emails a shopper which items are refunded, why, and where the money goes. @param nth which refund of items of this order, from 0 */
export const emailItemsRefunded = (tx: Db, orderId: string, nth: number) => enqueue(tx, itemsRefundedEmail, { orderId, nth });

export const itemsTasks = (shop: Shop): Task[] => [
  task(itemsRefundedEmail, ({ orderId, nth }, emailId) =>
    tellShopper(shop, { orderId, emailId, kind: "payments.items-refunded-email" }, async (order) => {
      const events = eventsOf(await readTimeline(shop.database.db, orderId, "USER"), nth);
      const [refunded] = events;
      if (!refunded) return undefined;
      const { number } = order;
      const parts = [
        paragraph(t("We're refunding these items of your order {number}:", { number })),
        ...recordedAmounts(refunded.before).map((item) => paragraph(item)),
        paragraph(t("Reason: {reason}", { reason: refunded.after })),
        paragraph(moneyWords(order, events)),
        receipt(order),
      ];
      return { subject: t("Your refund for order {number}", { number }), parts };
    }),
  ),
];

/** The events of one refund of items, up to the next one. */
function eventsOf(timeline: readonly OrderEvent[], nth: number): readonly OrderEvent[] {
  const starts = timeline.flatMap(({ kind }, at) => (kind === "ITEMS REFUNDED" ? [at] : []));
  return starts[nth] === undefined ? [] : timeline.slice(starts[nth], starts[nth + 1]);
}
