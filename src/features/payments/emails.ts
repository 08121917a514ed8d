import { inLanguage } from "#server/http/request-language.ts";
import { paragraph, table } from "#server/mail/email.ts";
import { composeWithWords, ownWords } from "#server/mail/own-words.ts";
import { recipientLimit } from "#server/mail/recipient-limit.ts";
import type { Shop } from "#server/shop.ts";
import { formatCents } from "#shared/money.ts";
import { t } from "#words/t.ts";
import { greeting, nameIn } from "../account/greeting.ts";
import { readAccount } from "../account/store.ts";
import { readOrder } from "../orders/store.ts";
import { readDifference } from "./differences/store.ts";
import { readRefund } from "./refunds/store.ts";
import { orderIdOf } from "./rules.ts";
import { readAttempt, type Attempt } from "./store.ts";

const goneWords = ({ couponCode }: Pick<Attempt, "couponCode">, amount: string) =>
  couponCode
    ? t(
        "Your payment arrived after the items had sold out or your coupon was used up, so we couldn't place the order and refunded your {amount}. We're sorry.",
        { amount },
      )
    : t("Your payment arrived after the items had sold out, so we couldn't place the order and refunded your {amount}. We're sorry.", {
        amount,
      });

function refundWords(attempt: Attempt, amount: string, number: string | undefined): string {
  if (!number) return goneWords(attempt, amount);
  if (attempt.status === "PAID") return t("We refunded {amount} for your order {number}.", { amount, number });
  return t(
    "Your order {number} could no longer be changed when your payment of {amount} arrived. It stays as it was, and we refunded your payment.",
    {
      amount,
      number,
    },
  );
}

/** Emails the shopper that the provider has refunded their money. */
export async function sendRefundEmail(shop: Shop, refundId: string, emailId: string): Promise<void> {
  const refund = await readRefund(shop.database.db, refundId);
  if (refund) await tellOfRefund(shop, refund, emailId);
}

/** Like {@link sendRefundEmail}, of a difference. */
export async function sendDifferenceEmail(shop: Shop, differenceId: string, emailId: string): Promise<void> {
  const difference = await readDifference(shop.database.db, differenceId);
  if (difference) await tellOfRefund(shop, difference, emailId);
}

const secondWords = (amount: string, number: string | undefined) =>
  number
    ? t("The payment for your order {number} was charged twice. We refunded the second charge of {amount}.", { number, amount })
    : t("The same payment was charged twice. We refunded the second charge of {amount}.", { amount });

async function tellOfRefund(shop: Shop, refund: { attemptId: string; cents: number }, emailId: string): Promise<void> {
  const { database } = shop;
  const identity = await shop.identity();
  const attempt = await readAttempt(database.db, refund.attemptId);
  const user = attempt && (await readAccount(database.db, attempt.userId));
  if (!user || user.status !== "Active") return;
  const paid = attempt.repeats === null ? attempt : await readAttempt(database.db, attempt.repeats);
  const order = paid && (await readOrder(database.db, orderIdOf(paid)));
  const number = order?.number;
  const settings = await shop.settings();
  const content = inLanguage(order?.language ?? attempt.language, () => {
    const amount = formatCents(refund.cents);
    const parts = [
      paragraph(attempt.repeats === null ? refundWords(attempt, amount, number) : secondWords(amount, number)),
      table([{ label: t("Refunded"), amount, strong: true }]),
      paragraph(t("We refund the way you paid. It can take up to ten days to show on your statement.")),
    ];
    const subject = number ? t("Your refund for order {number}", { number }) : t("Your payment was refunded");
    const words = ownWords(settings, "payments.refund-email");
    return composeWithWords(identity, words, { subject, greeting: greeting(user), parts }, { order: number, name: nameIn(user) });
  });
  await recipientLimit(shop).send(user, { id: emailId, content });
}
