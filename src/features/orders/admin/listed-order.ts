import { refuse } from "#server/http/errors.ts";
import { toDollars } from "#shared/money.ts";
import { t } from "#words/t.ts";
import type { Fields } from "../../audit/rules.ts";
import type { LockedOrder } from "../locked-order-store.ts";

/** @throws Refusal 404, also for a deleted order */
export function listed(order: LockedOrder | undefined): LockedOrder {
  if (!order || order.deletedAt) throw refuse.notFound(t("Order not found"));
  return order;
}

/** An order's fields for the change history. */
export function asFields({ totalCents, status, paymentStatus, deliveryAddress, note }: LockedOrder): Fields {
  return { totalAmt: toDollars(totalCents), status, payment_status: paymentStatus, delivery_address: { ...deliveryAddress }, note };
}
