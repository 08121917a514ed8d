import type { Db } from "#server/db/connect.ts";
import type { Shop } from "#server/shop.ts";
import { toDollars } from "#shared/money.ts";
import { readNumber } from "../orders/store.ts";
import type { Started } from "./changes/contract.ts";
import type { CulqiPayment, Payment } from "./contract.ts";
import { orderIdOf, wayOf } from "./rules.ts";
import type { Attempt } from "./store.ts";

/** Where PayPal asks the shopper to approve a payment. */
export const redirectTo = ({ approvalUrl, providerRef, expiresAt }: Attempt) => ({
  approvalUrl: approvalUrl ?? "",
  orderId: providerRef ?? "",
  expiresAt: expiresAt.toISOString(),
});

/** What Culqi's form in the browser needs. */
export async function culqiPaymentOf(shop: Shop, { id, totalCents, currency, expiresAt }: Attempt): Promise<CulqiPayment> {
  const { culqi } = await shop.payments();
  return { orderId: id, publicKey: culqi?.publicKey ?? "", amount: totalCents, currency, expiresAt: expiresAt.toISOString() };
}

/** What the browser does next with a payment that has been started. */
export async function startedReply(shop: Shop, attempt: Attempt): Promise<Started> {
  const way = wayOf(attempt);
  return way === "paypal" ? { provider: way, ...redirectTo(attempt) } : { provider: way, ...(await culqiPaymentOf(shop, attempt)) };
}

/** How a payment is going, for its shopper. */
export async function paymentReply(db: Db, attempt: Attempt): Promise<Payment> {
  return {
    orderId: attempt.providerRef ?? "",
    provider: wayOf(attempt),
    status: attempt.status,
    totalAmt: toDollars(attempt.totalCents),
    expiresAt: attempt.expiresAt.toISOString(),
    secondsLeft: Math.max(0, Math.ceil(attempt.secondsLeft)),
    approvalUrl: attempt.status === "OPEN" ? (attempt.approvalUrl ?? "") : "",
    shopOrderId: (attempt.status === "PAID" && (await readNumber(db, orderIdOf(attempt)))) || "",
    changesOrder: (attempt.amends && (await readNumber(db, attempt.amends))) || "",
  };
}
