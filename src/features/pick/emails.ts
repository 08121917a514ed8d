import * as z from "zod/mini";
import type { Db } from "#server/db/connect.ts";
import { inLanguage } from "#server/http/request-language.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import { button, page, paragraph, type EmailContent } from "#server/mail/email.ts";
import { composeWithWords, ownWords } from "#server/mail/own-words.ts";
import { recipientLimit } from "#server/mail/recipient-limit.ts";
import type { Shop } from "#server/shop.ts";
import type { Identity } from "#shared/face.ts";
import { id } from "#shared/id.ts";
import type { Settings } from "#shared/settings.ts";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";
import { greeting, nameIn } from "../account/greeting.ts";
import { readAccount, type Account } from "../account/store.ts";
import type { OrderEvent } from "../orders/timeline/contract.ts";
import { receipt } from "../orders/receipt-email-part.ts";
import { recordedAmount } from "../orders/timeline/recorded-amount.ts";
import { readTimeline } from "../orders/timeline/order-events.ts";
import { readOrder, type PlacedOrder } from "../orders/store.ts";
import { moneyWords } from "../payments/differences/money-words.ts";

const packedEmail = { name: "pick.packed-email", data: z.object({ orderId: id }) } satisfies Job;

/** Emails what was missing in an order, what replaces it, and where the money goes. */
export const emailPacked = (tx: Db, orderId: string) => enqueue(tx, packedEmail, { orderId });

export function pickTasks(shop: Shop): Task[] {
  const { config, database } = shop;
  return [
    task(packedEmail, async ({ orderId }, emailId) => {
      const order = await readOrder(database.db, orderId);
      const user = order && (await readAccount(database.db, order.userId));
      if (!user || user.status !== "Active") return;
      const timeline = await readTimeline(database.db, orderId, "USER");
      const [identity, settings] = [await shop.identity(), await shop.settings()];
      const content = inLanguage(order.language, () => compose(order, user, timeline, identity, settings));
      await recipientLimit(shop).send(user, { id: emailId, content });
    }),
  ];

  function compose(
    order: PlacedOrder,
    user: Account,
    timeline: readonly OrderEvent[],
    identity: Identity,
    settings: Settings,
  ): EmailContent {
    const isComplete = !timeline.some(({ kind }) => kind === "MISSING" || kind === "REPLACED");
    const { number } = order;
    const subject = isComplete
      ? t("Your order {number} costs less now", { number })
      : t("Your order {number}: some items were missing", { number });
    const parts = [
      paragraph(
        isComplete
          ? t("We packed your order. Some items weighed less than we estimated, so you pay less.")
          : t("We packed your order, but some items were not on our shelves. We're sorry."),
      ),
      ...timeline.flatMap((event) => whatHappened(event)).map((words) => paragraph(words)),
      paragraph(moneyWords(order, timeline)),
      receipt(order),
      button(t("See your order"), page(config, paths.order(order.number))),
    ];
    const own = ownWords(settings, "pick.packed-email");
    // The shop's own subject is about missing items.
    const words = own && isComplete ? { ...own, subject: "" } : own;
    return composeWithWords(identity, words, { subject, greeting: greeting(user), parts }, { order: number, name: nameIn(user) });
  }
}

function whatHappened({ kind, ...recorded }: OrderEvent): string[] {
  const [before, after] = [recordedAmount(recorded.before), recordedAmount(recorded.after)];
  if (kind === "REPLACED") return [t("{after} instead of {before}, at the lower of the two prices.", { after, before })];
  if (kind === "WEIGHED") return [t("{after} instead of {before}.", { after, before })];
  if (kind === "MISSING")
    return [after === "0" ? t("{before}: not available.", { before }) : t("{before}: only {after} available.", { before, after })];
  return [];
}
