import { language } from "#words/language.ts";
import * as z from "zod/mini";
import type { Database, Db } from "#server/db/connect.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import { button, page, paragraph, remark, type Part } from "#server/mail/email.ts";
import { composeWithWords, ownWords } from "#server/mail/own-words.ts";
import type { Shop } from "#server/shop.ts";
import { id } from "#shared/id.ts";
import { formatCents } from "#shared/money.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { paths } from "#web/paths.ts";
import type { EmailKind } from "#shared/settings.ts";
import { inLanguage } from "#server/http/request-language.ts";
import { t } from "#words/t.ts";
import { addressInLine } from "../addresses/rules.ts";
import { agreedLine, isForPickup } from "../delivery/rules.ts";
import { refundWords, type RefundSoFar } from "./refund-words.ts";
import { cashDueCents } from "./rules.ts";
import { receipt } from "./receipt-email-part.ts";
import { paymentMethodInWords } from "./words.ts";
import type { RefundWay } from "./contract.ts";
import { readOrder, type PlacedOrder } from "./store.ts";
import { tellShopper } from "./tell-shopper.ts";
import type { OrderEvent } from "./timeline/contract.ts";

type AboutOrder = ReturnType<typeof aboutOrder>;
const aboutOrder = (name: EmailKind) => ({ name, data: z.object({ orderId: id }) }) satisfies Job;
const placedEmail = aboutOrder("orders.placed-email");
const newOrderEmail = { name: "orders.new-order-email", data: z.object({ orderId: id, to: z.string() }) } satisfies Job;
const shippedEmail = aboutOrder("orders.shipped-email");
const deliveredEmail = aboutOrder("orders.delivered-email");
const canceledEmail = aboutOrder("orders.cancelled-email");
const cancelRequestedEmail = aboutOrder("orders.cancel-requested-email");
const cancelDeclinedEmail = aboutOrder("orders.cancel-declined-email");
const refundedByHandEmail = aboutOrder("orders.given-back-email");
const refundedInCashEmail = aboutOrder("orders.given-back-in-cash-email");

/** The kinds of emails that differ for orders that are picked up. */
const PICKUP_KINDS: Readonly<Record<string, EmailKind>> = {
  [shippedEmail.name]: "orders.ready-email",
  [deliveredEmail.name]: "orders.picked-up-email",
};

/** Emails an order confirmation with the receipt. */
export const emailOrderPlaced = (tx: Db, orderId: string) => enqueue(tx, placedEmail, { orderId });
/** Emails that an order was sent, or delivered. */
export const emailOrderMoved = (tx: Db, orderId: string, to: "SHIPPED" | "DELIVERED") =>
  enqueue(tx, to === "SHIPPED" ? shippedEmail : deliveredEmail, { orderId });
export const emailOrderCanceled = (tx: Db, orderId: string) => enqueue(tx, canceledEmail, { orderId });
export const emailCancelRequested = (tx: Db, orderId: string) => enqueue(tx, cancelRequestedEmail, { orderId });
export const emailCancelDeclined = (tx: Db, orderId: string) => enqueue(tx, cancelDeclinedEmail, { orderId });
/** Emails that an admin refunded a canceled order by hand. */
export const emailRefundedByHand = (tx: Db, orderId: string, how: RefundWay) =>
  enqueue(tx, how === "cash" ? refundedInCashEmail : refundedByHandEmail, { orderId });

/** Blocked people, too, are told that their order was taken. */
const anyone = () => true;

/** @param readRefund how far the refund of a canceled order is */
export function orderTasks(shop: Shop, readRefund: (database: Database, orderId: string) => Promise<RefundSoFar>): Task[] {
  const { config, database, mailer } = shop;
  const tellStaff = async (orderId: string): Promise<void> => {
    const { orderEmails } = await shop.settings();
    if (orderEmails.length === 0) return;
    // A job per address, so that one that fails doesn't repeat the others.
    await database.transact(({ tx }) => Promise.all(orderEmails.map((to) => enqueue(tx, newOrderEmail, { orderId, to }))));
  };
  const about = (job: AboutOrder, write: Parameters<typeof tellShopper>[2]): Task =>
    task(job, async ({ orderId }, emailId) => {
      // Emails about something the shopper did are in the language they did it in.
      const spoken = job === placedEmail || job === cancelRequestedEmail ? language() : undefined;
      const mayGet = job === placedEmail ? anyone : undefined;
      await tellShopper(shop, { orderId, emailId, kind: job.name, pickupKind: PICKUP_KINDS[job.name], spoken, mayGet }, write);
      // Last, because whatever fails is repeated from the start.
      if (job === placedEmail) await tellStaff(orderId);
    });

  return [
    about(placedEmail, (order, user) => ({
      subject: t("Your order {number}", { number: order.number }),
      parts: [
        paragraph(t("Thank you. We have your order and will pack it soon.")),
        receipt(order),
        paymentOf(order),
        ...howOf(order),
        // Free text, like the name: without a confirmed address, a stranger could have the shop send it to anyone.
        ...(user.isConfirmed && !isForPickup(order.delivery) ? [deliverTo(order)] : []),
      ],
    })),
    task(newOrderEmail, async ({ orderId, to }, emailId) => {
      const order = await readOrder(database.db, orderId);
      if (!order) return;
      const [identity, settings] = [await shop.identity(), await shop.settings()];
      const { number, userName } = order;
      const content = inLanguage(settings.staffLanguage, () => {
        const parts = [
          paragraph(t("{userName} placed order {number}.", { userName, number })),
          receipt(order),
          paymentOf(order),
          ...howOf(order),
          ...(isForPickup(order.delivery) ? [] : [deliverTo(order)]),
          button(t("Open the order"), page(config, adminPaths.order(number))),
        ];
        const original = { subject: t("New order {number}", { number }), greeting: "", parts };
        return composeWithWords(identity, ownWords(settings, "orders.new-order-email"), original, { order: number });
      });
      await mailer.send({ id: emailId, to, content });
    }),
    about(shippedEmail, (order, user) => ({
      subject: isForPickup(order.delivery)
        ? t("Your order {number} is ready for pickup", { number: order.number })
        : t("Your order {number} is on its way", { number: order.number }),
      parts: [
        paragraph(
          isForPickup(order.delivery)
            ? t("Your order {number} is ready. Come and pick it up.", { number: order.number })
            : t("We sent your order {number}.", { number: order.number }),
        ),
        ...(cashDueCents(order) > 0
          ? [paragraph(t("Please have {total} ready in cash.", { total: formatCents(cashDueCents(order)) }))]
          : []),
        ...howOf(order),
        ...(user.isConfirmed && !isForPickup(order.delivery) ? [deliverTo(order)] : []),
      ],
    })),
    about(deliveredEmail, (order, _user, shopEmail) => ({
      subject: isForPickup(order.delivery)
        ? t("Your order {number} was picked up", { number: order.number })
        : t("Your order {number} was delivered", { number: order.number }),
      parts: [
        paragraph(
          isForPickup(order.delivery)
            ? t("Your order {number} was picked up. Thank you for shopping with us.", { number: order.number })
            : t("Your order {number} was delivered. Thank you for shopping with us.", { number: order.number }),
        ),
        paragraph(t("Is something missing or damaged? Write to {shopEmail}.", { shopEmail })),
      ],
    })),
    about(canceledEmail, async (order, _user, shopEmail) => {
      const refund = await readRefund(database, order.id);
      return {
        subject: t("Your order {number} was canceled", { number: order.number }),
        parts: [
          paragraph(canceledWords(order, refund.timeline)),
          paragraph(refundWords({ ...order, ...refund }, shopEmail)),
          receipt(order),
        ],
      };
    }),
    about(cancelRequestedEmail, (order) => ({
      subject: t("Your request to cancel order {number}", { number: order.number }),
      parts: [
        paragraph(
          isForPickup(order.delivery)
            ? t(
                "We got your request to cancel order {number}. It was already prepared for pickup, so we are checking whether we can cancel it.",
                {
                  number: order.number,
                },
              )
            : t("We got your request to cancel order {number}. It was already sent, so we are checking whether we can stop it.", {
                number: order.number,
              }),
        ),
        paragraph(t("We'll email you our answer.")),
      ],
    })),
    about(cancelDeclinedEmail, (order) =>
      isForPickup(order.delivery) || order.status !== "SHIPPED"
        ? {
            subject: t("Your order {number} was not canceled", { number: order.number }),
            parts: [
              paragraph(t("It was too late to cancel order {number}.", { number: order.number })),
              ...(order.status === "SHIPPED" ? howOf(order) : []),
              paragraph(t("If you no longer want the order, see {address}.", { address: page(config, paths.returns) })),
            ],
          }
        : {
            subject: t("Your order {number} is still on its way", { number: order.number }),
            parts: [
              paragraph(t("It was too late to stop order {number}, so it wasn't canceled.", { number: order.number })),
              paragraph(t("If you no longer want the order when it arrives, see {address}.", { address: page(config, paths.returns) })),
            ],
          },
    ),
    about(refundedByHandEmail, (order, _user, shopEmail) => ({
      subject: t("Your refund for order {number}", { number: order.number }),
      parts: [
        paragraph(
          t("We refunded the {total} you paid for order {number} by bank transfer.", {
            total: formatCents(order.totalCents),
            number: order.number,
          }),
        ),
        paragraph(t("It can take a few days to show on your account. If it doesn't arrive, write to {shopEmail}.", { shopEmail })),
      ],
    })),
    about(refundedInCashEmail, (order, _user, shopEmail) => ({
      subject: t("Your refund for order {number}", { number: order.number }),
      parts: [
        paragraph(
          t("We refunded the {total} you paid for order {number} in cash.", {
            total: formatCents(order.totalCents),
            number: order.number,
          }),
        ),
        paragraph(t("If you didn't get it, write to {shopEmail}.", { shopEmail })),
      ],
    })),
  ];
}

/** What canceling means for the shopper, who may have the goods already. */
function canceledWords({ number, delivery }: PlacedOrder, timeline: readonly OrderEvent[]): string {
  const was = timeline.findLast(({ kind }) => kind === "CANCELLED")?.before;
  const isWaiting = was === "SHIPPED" && isForPickup(delivery);
  if (was !== "PENDING" && !isWaiting) return t("Your order {number} was canceled.", { number });
  return isForPickup(delivery)
    ? t("Your order {number} was canceled, so please don't come to pick it up.", { number })
    : t("Your order {number} was canceled and won't be sent.", { number });
}

/** When it is delivered, or where and when to pick it up. */
function howOf({ delivery }: PlacedOrder): Part[] {
  return delivery ? [remark(agreedLine(delivery))] : [];
}

const deliverTo = (order: PlacedOrder) => remark(t("Deliver to: {address}", { address: addressInLine(order.deliveryAddress) }));

function paymentOf({ paymentMethod: method, paymentStatus }: PlacedOrder): Part {
  const paymentMethod = paymentMethodInWords(method);
  return remark(
    paymentStatus === "PAID" ? t("Payment: {paymentMethod}, paid", { paymentMethod }) : t("Payment: {paymentMethod}", { paymentMethod }),
  );
}
