import type { Readable } from "node:stream";
import type { Config } from "#server/settings/config.ts";
import { formatCents, toCents } from "#shared/money.ts";
import { formatTime } from "#shared/time.ts";
import type { Order, OrderLine } from "./contract.ts";
import { LEAF, MARGIN, Paper, QUIET } from "./invoice-paper.ts";
import { orderSums, receiptLineCents } from "./rules.ts";

/** Where the columns end; the first begins at the margin and is so wide. */
const PRODUCT_WIDTH = 218;
const COLUMNS = { unit: 340, discount: 405, quantity: 462 } as const;
const ROW_GAP = 10;
/** Kept free at the bottom of a page for its foot. */
const FOOT = 30;

/** Makes the invoice of an order as a PDF: the lines flow over as many pages as they need, each with the heads of the columns. */
export function makeInvoice(order: Order, shop: Config["shop"]): Readable {
  const paper = new Paper({ title: `Invoice ${order.orderId}`, author: shop.name, made: new Date(order.createdAt) });
  let page = 1;
  const foot = () => {
    const y = paper.bottom - 12;
    paper.line(`${shop.name} · Order ${order.orderId}`, MARGIN, y, { size: 8, color: QUIET });
    paper.line(`Page ${page}`, paper.right, y, { size: 8, color: QUIET, align: "right" });
  };
  /** Where something so high may begin: here, or on the next page below the heads of the columns. */
  const place = (y: number, height: number): number => {
    if (y + height <= paper.bottom - FOOT) return y;
    foot();
    page++;
    paper.doc.addPage();
    return columnHeads(paper, MARGIN);
  };

  let y = columnHeads(paper, aboutOrder(paper, order, shop));
  for (const line of order.products) {
    y = place(y, lineHeight(paper, line));
    y = putLine(paper, y, line);
  }
  y = place(y + 6, 96);
  summary(paper, y, order);
  foot();
  paper.doc.end();
  return paper.doc;
}

function aboutOrder(paper: Paper, order: Order, shop: Config["shop"]): number {
  const half = MARGIN + 270;
  paper.line("Invoice", paper.right, MARGIN, { size: 20, weight: "bold", align: "right" });
  let y = paper.block(shop.name, MARGIN, MARGIN, half - MARGIN - 20, { size: 20, weight: "bold", color: LEAF });
  if (shop.email) y = paper.block(shop.email, MARGIN, y, half - MARGIN - 20, { color: QUIET });
  y += 22;

  const facts: [string, string][] = [
    ["Order number", order.orderId],
    ["Date", formatTime(order.createdAt, shop.timeZone)],
    ["Status", order.status],
    ["Payment method", order.metodoDePago],
    ["Payment status", order.payment_status],
  ];
  let left = y;
  for (const [name, value] of facts) {
    paper.line(name, MARGIN, left, { color: QUIET });
    left = paper.block(value, MARGIN + 92, left, half - MARGIN - 110, { weight: "bold" }) + 2;
  }
  const { address_line, city, state, pincode, country, mobile } = order.delivery_address;
  paper.line("Delivery address", half, y, { color: QUIET });
  let right = y + 15;
  for (const text of [order.userId.name, address_line, [city, `${state} ${pincode}`.trim()].filter(Boolean).join(", "), country, mobile]) {
    if (text.trim()) right = paper.block(text, half, right, paper.right - half);
  }
  return Math.max(left, right) + 20;
}

function columnHeads(paper: Paper, y: number): number {
  const ink = { size: 8.5, weight: "bold", color: QUIET } as const;
  paper.line("Product", MARGIN, y, ink);
  paper.line("Unit price", COLUMNS.unit, y, { ...ink, align: "right" });
  paper.line("Discount", COLUMNS.discount, y, { ...ink, align: "right" });
  paper.line("Quantity", COLUMNS.quantity, y, { ...ink, align: "right" });
  paper.line("Line total", paper.right, y, { ...ink, align: "right" });
  paper.rule(y + 15);
  return y + 22;
}

const lineHeight = (paper: Paper, line: OrderLine) => paper.height(line.product_details.name, PRODUCT_WIDTH) + ROW_GAP;

function putLine(paper: Paper, y: number, line: OrderLine): number {
  const { name, unit_price, discount } = line.product_details;
  const end = paper.block(name, MARGIN, y, PRODUCT_WIDTH);
  paper.line(formatCents(toCents(unit_price)), COLUMNS.unit, y, { align: "right" });
  paper.line(discount > 0 ? `${discount}%` : "–", COLUMNS.discount, y, { align: "right" });
  paper.line(`${line.quantity}`, COLUMNS.quantity, y, { align: "right" });
  paper.line(formatCents(receiptLineCents(line)), paper.right, y, { weight: "bold", align: "right" });
  paper.rule(end + 3);
  return end + ROW_GAP;
}

function summary(paper: Paper, y: number, order: Order): void {
  const { subtotalCents, savingsCents, totalCents } = orderSums(order);
  const from = COLUMNS.unit;
  const sums: [string, string][] = [
    ["Subtotal", formatCents(subtotalCents)],
    ...(savingsCents > 0 ? [["Savings", `−${formatCents(savingsCents)}`] satisfies [string, string]] : []),
    ["Delivery", "Free"],
  ];
  let at = y;
  for (const [name, amount] of sums) {
    paper.line(name, from, at, { color: QUIET });
    paper.line(amount, paper.right, at, { align: "right" });
    at += 17;
  }
  paper.rule(at, from);
  paper.line("Total Amount", from, at + 8, { size: 12, weight: "bold" });
  paper.line(formatCents(totalCents), paper.right, at + 8, { size: 12, weight: "bold", align: "right" });
}
