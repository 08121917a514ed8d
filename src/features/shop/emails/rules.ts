import { formatCents } from "#shared/money.ts";
import type { EmailKind } from "#shared/settings.ts";
import { plural, t } from "#words/t.ts";

interface Kind {
  title: () => string;
  /** Its original subject. */
  subject: (order: string, about?: About) => string;
  /** What it says, in short, for the preview. */
  says: (order: string, about?: About) => string;
  /** Whether it says something else to those who pick the order up. */
  hasPickup?: boolean;
  /** Whether it lists what was ordered. */
  hasReceipt?: boolean;
  /** Whether it begins with a greeting. */
  hasGreeting?: false;
  /** Whether it is about an order. */
  hasOrder: boolean;
  /** Whether the name of its reader is known. */
  hasName: boolean;
}

/** What previews differ by. */
interface About {
  /** Whether the order is picked up at the shop. */
  pickup?: boolean;
  /** The shop's name. */
  shop?: string;
}

/** The total of the made-up order that previews are about. */
export const SAMPLE_CENTS = 698;

/** The emails whose words admins can change: first those to shoppers, in the order in which they get them, then those to the staff. */
export const KINDS: Readonly<Record<EmailKind, Kind>> = {
  "account.verification-email": {
    title: () => t("Confirm your email"),
    subject: () => t("Confirm your email address"),
    says: () => t("Please confirm that {email} is your email address, so that your order updates reach you.", { email: "ana@example.com" }),
    hasOrder: false,
    hasName: false,
  },
  "orders.placed-email": {
    title: () => t("Order confirmation"),
    subject: (number) => t("Your order {number}", { number }),
    says: () => t("Thank you. We have your order and will pack it soon."),
    hasReceipt: true,
    hasOrder: true,
    hasName: true,
  },
  "payments.order-changed-email": {
    title: () => t("Order changed"),
    subject: (number) => t("Your order {number} was changed", { number }),
    says: () => t("You changed your order. This is what we'll pack for you."),
    hasReceipt: true,
    hasOrder: true,
    hasName: true,
  },
  "pick.packed-email": {
    title: () => t("Items missing, replaced or lighter"),
    subject: (number) => t("Your order {number}: some items were missing", { number }),
    says: () => t("We packed your order, but some items were not on our shelves. We're sorry."),
    hasReceipt: true,
    hasOrder: true,
    hasName: true,
  },
  "orders.shipped-email": {
    title: () => t("Order sent"),
    subject: (number) => t("Your order {number} is on its way", { number }),
    says: (number) => t("We sent your order {number}.", { number }),
    hasOrder: true,
    hasName: true,
  },
  "orders.delivered-email": {
    title: () => t("Order delivered"),
    subject: (number) => t("Your order {number} was delivered", { number }),
    says: (number) => t("Your order {number} was delivered. Thank you for shopping with us.", { number }),
    hasOrder: true,
    hasName: true,
  },
  "orders.ready-email": {
    title: () => t("Ready for pickup"),
    subject: (number) => t("Your order {number} is ready for pickup", { number }),
    says: (number) => t("Your order {number} is ready. Come and pick it up.", { number }),
    hasOrder: true,
    hasName: true,
  },
  "orders.picked-up-email": {
    title: () => t("Picked up"),
    subject: (number) => t("Your order {number} was picked up", { number }),
    says: (number) => t("Your order {number} was picked up. Thank you for shopping with us.", { number }),
    hasOrder: true,
    hasName: true,
  },
  "orders.cancelled-email": {
    title: () => t("Order canceled"),
    subject: (number) => t("Your order {number} was canceled", { number }),
    says: (number, { pickup } = {}) =>
      pickup
        ? t("Your order {number} was canceled, so please don't come to pick it up.", { number })
        : t("Your order {number} was canceled and won't be sent.", { number }),
    hasPickup: true,
    hasReceipt: true,
    hasOrder: true,
    hasName: true,
  },
  "orders.cancel-requested-email": {
    title: () => t("Cancellation requested"),
    subject: (number) => t("Your request to cancel order {number}", { number }),
    says: (number, { pickup } = {}) =>
      pickup
        ? t(
            "We got your request to cancel order {number}. It was already prepared for pickup, so we are checking whether we can cancel it.",
            { number },
          )
        : t("We got your request to cancel order {number}. It was already sent, so we are checking whether we can stop it.", { number }),
    hasPickup: true,
    hasOrder: true,
    hasName: true,
  },
  "orders.cancel-declined-email": {
    title: () => t("Cancellation declined"),
    subject: (number, { pickup } = {}) =>
      pickup ? t("Your order {number} was not canceled", { number }) : t("Your order {number} is still on its way", { number }),
    says: (number, { pickup } = {}) =>
      pickup
        ? t("It was too late to cancel order {number}.", { number })
        : t("It was too late to stop order {number}, so it wasn't canceled.", { number }),
    hasPickup: true,
    hasOrder: true,
    hasName: true,
  },
  "payments.items-refunded-email": {
    title: () => t("Items refunded"),
    subject: (number) => t("Your refund for order {number}", { number }),
    says: (number) => t("We're refunding these items of your order {number}:", { number }),
    hasReceipt: true,
    hasOrder: true,
    hasName: true,
  },
  "payments.refund-email": {
    title: () => t("Refund"),
    subject: (number) => t("Your refund for order {number}", { number }),
    says: (number) => t("We refunded {amount} for your order {number}.", { amount: formatCents(SAMPLE_CENTS), number }),
    hasOrder: true,
    hasName: true,
  },
  "orders.given-back-email": {
    title: () => t("Refund by bank transfer"),
    subject: (number) => t("Your refund for order {number}", { number }),
    says: (number) =>
      t("We refunded the {total} you paid for order {number} by bank transfer.", { total: formatCents(SAMPLE_CENTS), number }),
    hasOrder: true,
    hasName: true,
  },
  "orders.given-back-in-cash-email": {
    title: () => t("Refund in cash"),
    subject: (number) => t("Your refund for order {number}", { number }),
    says: (number) => t("We refunded the {total} you paid for order {number} in cash.", { total: formatCents(SAMPLE_CENTS), number }),
    hasOrder: true,
    hasName: true,
  },
  "contact.answer-email": {
    title: () => t("Answer to a message"),
    subject: () => t("Re: {subject}", { subject: t("Delivery on Sundays") }),
    says: () => t("Yes, we deliver on Sundays, too."),
    hasGreeting: false,
    hasOrder: false,
    hasName: false,
  },
  "staff.invitation-email": {
    title: () => t("Invitation to the staff"),
    subject: (_number, { shop = "{shop}" } = {}) => t("Join {name}", { name: shop }),
    says: (_number, { shop = "" } = {}) => t("{byName} has invited you to work at {shop} as a picker.", { byName: "Ana", shop }),
    hasOrder: false,
    hasName: false,
  },
  "orders.new-order-email": {
    title: () => t("New order, to the shop"),
    subject: (number) => t("New order {number}", { number }),
    says: (number) => t("{userName} placed order {number}.", { userName: "Ana", number }),
    hasReceipt: true,
    hasGreeting: false,
    hasOrder: true,
    hasName: false,
  },
  "stock.low-email": {
    title: () => t("Low stock, to the shop"),
    subject: lowStock,
    says: () => `${lowStock()}:`,
    hasGreeting: false,
    hasOrder: false,
    hasName: false,
  },
};

function lowStock(): string {
  return plural(2, "{count} product is low on stock", "{count} products are low on stock");
}
