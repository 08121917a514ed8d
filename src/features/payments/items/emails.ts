import * as z from "zod/mini";
import type { Db } from "#server/db/connect.ts";
import { inLanguage } from "#server/http/request-language.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import { button, page, paragraph } from "#server/mail/email.ts";
import { composeWithWords, ownWords } from "#server/mail/own-words.ts";
import { recipientLimit } from "#server/mail/recipient-limit.ts";
import type { Shop } from "#server/shop.ts";
import { id } from "#shared/id.ts";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";
import { greeting, nameIn } from "../../account/greeting.ts";
import { readAccount } from "../../account/store.ts";
import { receipt } from "../../orders/receipt-email-part.ts";
import { readOrder } from "../../orders/store.ts";
import type { OrderEvent } from "../../orders/timeline/contract.ts";
import { readTimeline } from "../../orders/timeline/order-events.ts";
import { recordedAmounts } from "../../orders/timeline/recorded-amount.ts";
import { moneyWords } from "../differences/money-words.ts";

/** `nth`: which refund of items of this order it is about, from 0. */
const itemsRefundedEmail = { name: "payments.items-refunded-email", data: z.object({ orderId: id, nth: z.int() }) } satisfies Job;

/** Emails a shopper which items are refunded, why, and where the money goes. @param nth which refund of items of this order, from 0 */
export const emailItemsRefunded = (tx: Db, orderId: string, nth: number) => enqueue(tx, itemsRefundedEmail, { orderId, nth });

export function itemsTasks(shop: Shop): Task[] {
  const { config, database } = shop;
  return [
    task(itemsRefundedEmail, async ({ orderId, nth }, emailId) => {
      const order = await readOrder(database.db, orderId);
      const user = order && (await readAccount(database.db, order.userId));
      if (!user || user.status !== "Active") return;
      const events = eventsOf(await readTimeline(database.db, orderId, "USER"), nth);
      const [refunded] = events;
      if (!refunded) return;
      const [identity, settings] = [await shop.identity(), await shop.settings()];
      const content = inLanguage(order.language, () => {
        const { number } = order;
        const parts = [
          paragraph(t("We're refunding these items of your order {number}:", { number })),
          ...recordedAmounts(refunded.before).map((item) => paragraph(item)),
          paragraph(t("Reason: {reason}", { reason: refunded.after })),
          paragraph(moneyWords(order, events)),
          receipt(order),
          button(t("See your order"), page(config, paths.order(number))),
        ];
        const original = { subject: t("Your refund for order {number}", { number }), greeting: greeting(user), parts };
        return composeWithWords(identity, ownWords(settings, "payments.items-refunded-email"), original, {
          order: number,
          name: nameIn(user),
        });
      });
      await recipientLimit(shop).send(user, { id: emailId, content });
    }),
  ];
}

/** The events of one refund of items, up to the next one. */
function eventsOf(timeline: readonly OrderEvent[], nth: number): readonly OrderEvent[] {
  const starts = timeline.flatMap(({ kind }, at) => (kind === "ITEMS REFUNDED" ? [at] : []));
  return starts[nth] === undefined ? [] : timeline.slice(starts[nth], starts[nth + 1]);
}
