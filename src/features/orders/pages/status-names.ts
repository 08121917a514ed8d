import { t } from "#words/t.ts";
import type { OrderStatus, PaymentStatus } from "../contract.ts";

/** The statuses of orders and payments. In English they read as in the API. */
export const STATUS_NAMES = {
  PENDING: t("PENDING"),
  SHIPPED: t("SHIPPED"),
  DELIVERED: t("DELIVERED"),
  COMPLETED: t("COMPLETED"),
  CANCELLED: t("CANCELLED"),
  "CASH ON DELIVERY": t("CASH ON DELIVERY"),
  PAID: t("PAID"),
  REFUNDED: t("REFUNDED"),
  "PARTIALLY REFUNDED": t("PARTIALLY REFUNDED"),
} as const satisfies Record<OrderStatus | PaymentStatus, string>;
