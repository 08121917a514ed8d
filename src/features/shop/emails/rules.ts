import type { EmailKind } from "#shared/settings.ts";

interface Kind {
  title: string;
  /** Its original subject; `{order}` stands for the order's number. */
  subject: string;
  /** What it says, in short, for the preview. */
  says: string;
  /** Whether it lists what was ordered. */
  hasReceipt?: boolean;
  /** Whether the name of its reader is known. */
  hasName: boolean;
}

/** The emails whose words admins can change, in the order in which a shopper gets them. */
export const KINDS: Readonly<Record<EmailKind, Kind>> = {
  "account.verification-email": {
    title: "Confirm your email",
    subject: "Confirm your email address",
    says: "Please confirm that ana@example.com is your email address, so that your order updates reach you.",
    hasName: false,
  },
  "orders.placed-email": {
    title: "Order confirmation",
    subject: "Your order {order}",
    says: "Thank you. We have your order and are packing it now.",
    hasReceipt: true,
    hasName: true,
  },
  "orders.shipped-email": {
    title: "Order sent",
    subject: "Your order {order} is on its way",
    says: "Your order {order} is on its way to you.",
    hasName: true,
  },
  "orders.delivered-email": {
    title: "Order delivered",
    subject: "Your order {order} was delivered",
    says: "Your order {order} was delivered.",
    hasName: true,
  },
  "orders.cancelled-email": {
    title: "Order cancelled",
    subject: "Your order {order} was cancelled",
    says: "Your order {order} was cancelled and won't be sent.",
    hasReceipt: true,
    hasName: true,
  },
  "orders.cancel-requested-email": {
    title: "Cancellation requested",
    subject: "Your request to cancel order {order}",
    says: "We got your request to cancel order {order}. It was already sent, so we are checking whether we can stop it.",
    hasName: true,
  },
  "orders.cancel-declined-email": {
    title: "Cancellation declined",
    subject: "Your order {order} is still on its way",
    says: "It was too late to stop order {order}, so it wasn't cancelled.",
    hasName: true,
  },
  "payments.refund-email": {
    title: "Refund",
    subject: "Your refund for order {order}",
    says: "We refunded your order {order}. The money goes back the way you paid.",
    hasName: true,
  },
  "orders.given-back-email": {
    title: "Refund by bank transfer",
    subject: "Your money for order {order}",
    says: "We sent what you paid for order {order} back by bank transfer.",
    hasName: true,
  },
};
