import * as z from "zod/mini";
import type { Db } from "#server/db/connect.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import { button, composeLetter, paragraph, remark, table } from "#server/mail/email.ts";
import { RateLimit } from "#server/http/rate-limit.ts";
import { recipientKey, UNCONFIRMED_EMAILS_PER_DAY } from "#server/mail/recipient-limit.ts";
import type { Shop } from "#server/shop.ts";
import { id } from "#shared/id.ts";
import { formatCents, toCents } from "#shared/money.ts";
import { paths } from "#web/paths.ts";
import { greeting } from "../account/greeting.ts";
import { readAccount, type Account } from "../account/store.ts";
import type { Order } from "./contract.ts";
import { IS_PAID, orderSums, receiptLineCents } from "./rules.ts";
import { readOrder } from "./store.ts";

const placedLetter = { name: "orders.placed-letter", data: z.object({ orderId: id }) } satisfies Job;

const cancelledLetter = { name: "orders.cancelled-letter", data: z.object({ orderId: id }) } satisfies Job;

/** Says by letter that an order was cancelled. */
export async function tellOrderCancelled(tx: Db, orderId: string): Promise<void> {
  await enqueue(tx, cancelledLetter, { orderId });
}

/** Confirms an order by letter, with its receipt. */
export async function tellOrderPlaced(tx: Db, orderId: string): Promise<void> {
  await enqueue(tx, placedLetter, { orderId });
}

/** The letters of this room. */
export function orderTasks(shop: Shop): Task[] {
  const { config, database, mailer } = shop;
  const unconfirmed = new RateLimit(shop, { name: "order-emails", tries: UNCONFIRMED_EMAILS_PER_DAY, seconds: 24 * 60 * 60 });
  /** Whether somebody gets letters: at an address that a stranger may have typed, not many. */
  const mayGet = async ({ email, isConfirmed }: Account) => isConfirmed || (await unconfirmed.isWithin(recipientKey(email)));

  return [
    task(placedLetter, async ({ orderId }, letterId) => {
      const order = await readOrder(database.db, orderId);
      const user = order && (await readAccount(database.db, order.userId._id));
      if (!user || !(await mayGet(user))) return;
      const letter = composeLetter(config, `Your order ${order.orderId}`, [
        paragraph(greeting(user)),
        paragraph("Thank you. We have your order and pack it now."),
        receipt(order),
        remark(`Payment: ${order.metodoDePago}${order.payment_status === "PAID" ? ", paid" : ""}`),
        // Typed by hand as the name is: a stranger would have the shop write it to whom they like.
        ...(user.isConfirmed ? [remark(`Goes to: ${inOneLine(order.delivery_address)}`)] : []),
        button("See your order", `${config.publicUrl}${paths.order(order.orderId)}`),
      ]);
      await mailer.send({ id: letterId, to: user.email, letter });
    }),
    task(cancelledLetter, async ({ orderId }, letterId) => {
      const order = await readOrder(database.db, orderId);
      const user = order && (await readAccount(database.db, order.userId._id));
      if (!user || user.status !== "Active" || !(await mayGet(user))) return;
      const letter = composeLetter(config, `Your order ${order.orderId} was cancelled`, [
        paragraph(greeting(user)),
        paragraph(`Your order ${order.orderId} was cancelled. Nothing of it will be sent.`),
        paragraph(moneyOf(order)),
        receipt(order),
        button("See your order", `${config.publicUrl}${paths.order(order.orderId)}`),
      ]);
      await mailer.send({ id: letterId, to: user.email, letter });
    }),
  ];
}

const inOneLine = ({ address_line, city, state, pincode, country }: Order["delivery_address"]) =>
  `${address_line}, ${city}, ${state} ${pincode}, ${country}`;

/** What an order's receipt shows, line by line. */
function receipt(order: Order) {
  const { subtotalCents, savingsCents, totalCents } = orderSums(order);
  return table([
    ...order.products.map((line) => ({
      label: line.product_details.name,
      detail: `${line.quantity} × ${formatCents(toCents(line.product_details.paid_price))}`,
      amount: formatCents(receiptLineCents(line)),
    })),
    { label: "Subtotal", amount: formatCents(subtotalCents) },
    ...(savingsCents > 0 ? [{ label: "You save", amount: formatCents(savingsCents) }] : []),
    { label: "Delivery", amount: "Free" },
    { label: "Total Amount", amount: formatCents(totalCents), strong: true },
  ]);
}

/** What becomes of the money of a cancelled order. */
function moneyOf({ payment_status, metodoDePago, totalAmt }: Order): string {
  const amount = formatCents(toCents(totalAmt));
  if (payment_status === "REFUNDED") return `The ${amount} you paid have gone back to you by ${metodoDePago}.`;
  if (IS_PAID[payment_status]) return `What you paid goes back to you by ${metodoDePago}. You get a letter when it is on its way.`;
  return "There is nothing to pay.";
}
