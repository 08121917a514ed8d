import { paragraph, table } from "#server/mail/email.ts";
import { composeWithWords } from "#server/mail/own-words.ts";
import type { Shop } from "#server/shop.ts";
import { formatCents } from "#shared/money.ts";
import { greeting, nameIn } from "../account/greeting.ts";
import { readAccount } from "../account/store.ts";
import { readNumber } from "../orders/store.ts";
import { readRefund } from "./refunds/store.ts";
import { readAttempt, type Attempt } from "./store.ts";

const whatWasGone = ({ couponCode }: Pick<Attempt, "couponCode">) =>
  couponCode ? "the items had sold out or your coupon was used up" : "the items had sold out";

/** Emails the shopper that the provider has returned their money. */
export async function sendRefundEmail(shop: Shop, refundId: string, emailId: string): Promise<void> {
  const { database, mailer } = shop;
  const identity = await shop.identity();
  const refund = await readRefund(database.db, refundId);
  const attempt = refund && (await readAttempt(database.db, refund.attemptId));
  const user = attempt && (await readAccount(database.db, attempt.userId));
  if (!user || user.status !== "Active") return;
  const number = await readNumber(database.db, attempt.id);
  const amount = formatCents(refund.cents);
  const parts = [
    paragraph(
      number
        ? `We refunded ${amount} for your order ${number}.`
        : `Your payment arrived after ${whatWasGone(attempt)}, so we couldn't place the order and refunded your ${amount}. We're sorry.`,
    ),
    table([{ label: "Refunded", amount, strong: true }]),
    paragraph("The money goes back the way you paid. It can take up to ten days to show on your statement."),
  ];
  const subject = number ? `Your refund for order ${number}` : "Your payment was refunded";
  const words = (await shop.settings()).emails["payments.refund-email"];
  const content = composeWithWords(identity, words, { subject, greeting: greeting(user), parts }, { order: number, name: nameIn(user) });
  await mailer.send({ id: emailId, to: user.email, content });
}
