import { composeLetter, paragraph, table } from "#server/mail/email.ts";
import type { Shop } from "#server/shop.ts";
import { formatCents } from "#shared/money.ts";
import { greeting } from "../account/greeting.ts";
import { readAccount } from "../account/store.ts";
import { readNumber } from "../orders/store.ts";
import { readAttempt, readRefund } from "./store.ts";

/** Tells a shopper that their money is on its way back. */
export async function sendRefundEmail({ config, database, mailer }: Shop, refundId: string, letterId: string): Promise<void> {
  const refund = await readRefund(database.db, refundId);
  const attempt = refund && (await readAttempt(database.db, refund.attemptId));
  const user = attempt && (await readAccount(database.db, attempt.userId));
  if (!user || user.status !== "Active") return;
  const number = await readNumber(database.db, attempt.id);
  const amount = formatCents(refund.cents);
  const letter = composeLetter(config, "Your money is on its way back", [
    paragraph(greeting(user)),
    paragraph(
      number
        ? `We have returned the ${amount} of your order ${number}.`
        : `Your payment came when the goods were no longer to be had, so there is no order, and we have returned the ${amount}. We are sorry.`,
    ),
    table([{ label: "Returned", amount, strong: true }]),
    paragraph("It goes back the way it came. Banks take up to ten days to show it."),
  ]);
  await mailer.send({ id: letterId, to: user.email, letter });
}
