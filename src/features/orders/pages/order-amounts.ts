import { gramsOf, lineCents, sumsOf, type PricedLine } from "#features/cart/sums/rules.ts";
import { formatCents, toCents } from "#shared/money.ts";
import type { Order, OrderLine } from "../contract.ts";
import { type BillRow, billRows, priceWords, quantityWords } from "../words.ts";

const centsOf = ({ quantity, product_details: { unit_price, paid_price, weighed, grams } }: OrderLine): PricedLine => ({
  quantity,
  weighed,
  grams,
  listCents: toCents(unit_price),
  paidCents: toCents(paid_price),
});

/** A key for a line in a list: a product can be there twice, for example as the replacement of another. */
export const keyOf = ({ productId, product_details: { replaces = "", paid_price } }: OrderLine) =>
  `${productId._id} ${replaces} ${paid_price}`;

/** A line's total, formatted (ORD-6). */
export const lineTotal = (line: OrderLine) => formatCents(lineCents(centsOf(line)));

/** The quantity of a line, and what a piece or a kilogram of it costs without discount: `2 × $3.00`. */
export function piecesOf(line: OrderLine): string {
  const priced = centsOf(line);
  return `${quantityWords(priced)} × ${priceWords(priced.listCents, priced.weighed)}`;
}

/** Whether it may become cheaper, because something is still to be weighed. */
export const isEstimate = ({ status, products }: Order) =>
  status === "PENDING" && products.some(({ product_details: { weighed, grams } }) => weighed && grams === undefined);

/** The quantity of a line. */
export const amountOfLine = (line: OrderLine) => quantityWords(centsOf(line));

/** What a line weighs, if it is priced by weight. */
export const gramsOfLine = (line: OrderLine) => gramsOf(centsOf(line));

/** The price of a piece or a kilogram without discount. */
export const unitPriceOf = ({ product_details: { unit_price, weighed } }: OrderLine) => priceWords(toCents(unit_price), weighed);

const sumsOfOrder = ({ totalAmt, coupon, deliveryFee = 0, products }: Order) =>
  sumsOf({
    lines: products.map(centsOf),
    couponCents: toCents(coupon?.amount ?? 0),
    deliveryFeeCents: toCents(deliveryFee),
    totalCents: toCents(totalAmt),
  });

/** The rows above an order's total. */
export const amountsOf = (order: Order): BillRow[] => billRows(sumsOfOrder(order), order.coupon?.code ?? "", order.delivery?.way);

/** What an admin added to an order's total, in cents, or took off if negative. */
export const adjustmentOf = (order: Order) => sumsOfOrder(order).adjustmentCents;
