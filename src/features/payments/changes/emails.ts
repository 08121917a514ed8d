import * as z from "zod/mini";
import type { Db } from "#server/db/connect.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import { paragraph } from "#server/mail/email.ts";
import type { Shop } from "#server/shop.ts";
import { id } from "#shared/id.ts";
import { language } from "#words/language.ts";
import { t } from "#words/t.ts";
import type { Account } from "../../account/store.ts";
import { agreedLine } from "../../delivery/rules.ts";
import { receipt } from "../../orders/receipt-email-part.ts";
import { tellShopper } from "../../orders/tell-shopper.ts";
import { readTimeline } from "../../orders/timeline/order-events.ts";
import { moneyWords } from "../differences/money-words.ts";

const who = z._default(z.enum(["shopper", "shop"]), "shopper");
const changedEmail = { name: "payments.order-changed-email" as const, data: z.object({ orderId: id, who }) } satisfies Job;

/** Emails a shopper what their order is now. @param by who changed it */
export const emailChanged = (tx: Db, orderId: string, by: "shopper" | "shop") => enqueue(tx, changedEmail, { orderId, who: by });

/** Anyone could have entered an unconfirmed address, and an order can be changed often. */
const isConfirmedAndActive = ({ isConfirmed, status }: Account) => isConfirmed && status === "Active";

export function changeTasks(shop: Shop): Task[] {
  return [
    task(changedEmail, ({ orderId, who: by }, emailId) => {
      // Changes by shoppers are told in the language they made them in.
      const spoken = by === "shop" ? undefined : language();
      return tellShopper(shop, { orderId, emailId, kind: changedEmail.name, spoken, mayGet: isConfirmedAndActive }, async (order) => ({
        subject: t("Your order {number} was changed", { number: order.number }),
        parts: [
          paragraph(
            by === "shop" ? t("We changed how your order reaches you.") : t("You changed your order. This is what we'll pack for you."),
          ),
          ...(order.delivery ? [paragraph(agreedLine(order.delivery))] : []),
          paragraph(moneyWords(order, await readTimeline(shop.database.db, orderId, "USER"))),
          receipt(order),
        ],
      }));
    }),
  ];
}
