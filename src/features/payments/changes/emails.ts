import * as z from "zod/mini";
import type { Db } from "#server/db/connect.ts";
import { inLanguage } from "#server/http/request-language.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import { button, page, paragraph } from "#server/mail/email.ts";
import { composeWithWords, ownWords } from "#server/mail/own-words.ts";
import type { Shop } from "#server/shop.ts";
import { id } from "#shared/id.ts";
import { paths } from "#web/paths.ts";
import { language } from "#words/language.ts";
import { t } from "#words/t.ts";
import { greeting, nameIn } from "../../account/greeting.ts";
import { readAccount } from "../../account/store.ts";
import { agreedLine } from "../../delivery/rules.ts";
import { receipt } from "../../orders/receipt-email-part.ts";
import { readTimeline } from "../../orders/timeline/order-events.ts";
import { readOrder } from "../../orders/store.ts";
import { moneyWords } from "../differences/money-words.ts";

const who = z._default(z.enum(["shopper", "shop"]), "shopper");
const changedEmail = { name: "payments.order-changed-email", data: z.object({ orderId: id, who }) } satisfies Job;

/** Emails a shopper what their order is now. @param by who changed it */
export const emailChanged = (tx: Db, orderId: string, by: "shopper" | "shop") => enqueue(tx, changedEmail, { orderId, who: by });

export function changeTasks(shop: Shop): Task[] {
  const { config, database, mailer } = shop;
  return [
    task(changedEmail, async ({ orderId, who: by }, emailId) => {
      const order = await readOrder(database.db, orderId);
      const user = order && (await readAccount(database.db, order.userId));
      // Anyone could have entered an unconfirmed address, and an order can be changed often.
      if (!order || !user?.isConfirmed || user.status !== "Active") return;
      const timeline = await readTimeline(database.db, orderId, "USER");
      const [identity, settings] = [await shop.identity(), await shop.settings()];
      // Changes by shoppers are told in the language they made them in; those by the shop, in that of the shopper.
      const content = inLanguage(by === "shop" ? order.language : language(), () => {
        const subject = t("Your order {number} was changed", { number: order.number });
        const parts = [
          paragraph(
            by === "shop" ? t("We changed how your order reaches you.") : t("You changed your order. This is what we'll pack for you."),
          ),
          ...(order.delivery ? [paragraph(agreedLine(order.delivery))] : []),
          paragraph(moneyWords(order, timeline)),
          receipt(order),
          button(t("See your order"), page(config, paths.order(order.number))),
        ];
        const words = ownWords(settings, "payments.order-changed-email");
        return composeWithWords(identity, words, { subject, greeting: greeting(user), parts }, { order: order.number, name: nameIn(user) });
      });
      await mailer.send({ id: emailId, to: user.email, content });
    }),
  ];
}
