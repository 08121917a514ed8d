import * as z from "zod/mini";
import type { Db } from "#server/db/connect.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import { button, composeEmail, page, paragraph } from "#server/mail/email.ts";
import type { Shop } from "#server/shop.ts";
import { id } from "#shared/id.ts";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";
import { greeting } from "../../account/greeting.ts";
import { readAccount } from "../../account/store.ts";
import { receipt } from "../../orders/emails.ts";
import { readTimeline } from "../../orders/order-events.ts";
import { readOrder } from "../../orders/store.ts";
import { moneyWords } from "../differences/money-words.ts";

const changedEmail = { name: "payments.order-changed-email", data: z.object({ orderId: id }) } satisfies Job;

/** Emails a shopper what their order is now. */
export const emailChanged = (tx: Db, orderId: string) => enqueue(tx, changedEmail, { orderId });

export function changeTasks(shop: Shop): Task[] {
  const { config, database, mailer } = shop;
  return [
    task(changedEmail, async ({ orderId }, emailId) => {
      const order = await readOrder(database.db, orderId);
      const user = order && (await readAccount(database.db, order.userId));
      // Anyone could have entered an unconfirmed address, and an order can be changed often.
      if (!order || !user?.isConfirmed || user.status !== "Active") return;
      const timeline = await readTimeline(database.db, orderId, "USER");
      const subject = t("Your order {number} was changed", { number: order.number });
      const content = composeEmail(await shop.identity(), subject, [
        paragraph(greeting(user)),
        paragraph(t("You changed your order. This is what we'll pack for you.")),
        paragraph(moneyWords(order, timeline)),
        receipt(order),
        button(t("See your order"), page(config, paths.order(order.number))),
      ]);
      await mailer.send({ id: emailId, to: user.email, content });
    }),
  ];
}
