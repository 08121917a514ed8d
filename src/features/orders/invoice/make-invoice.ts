import { spokenLine } from "../../catalogue/spoken/spoken-line.ts";
import { language } from "#words/language.ts";
import type { Readable } from "node:stream";
import type { Identity } from "#shared/face.ts";
import { formatCents, toPercent } from "#shared/money.ts";
import { LEAF, MARGIN, Paper, QUIET } from "./paper.ts";
import { inKilos } from "#shared/weights.ts";
import { t } from "#words/t.ts";
import { gramsOf, lineCents, sumsOf } from "../../cart/sums/rules.ts";
import { cityLine } from "../../addresses/rules.ts";
import { isForPickup } from "../../delivery/rules.ts";
import { type BillRow, billRows, kindOf, priceWords } from "../words.ts";
import type { OrderedLine, PlacedOrder } from "../store.ts";
import { invoiceFacts, invoiceNumberOf, issuerLines } from "./rules.ts";

/** Right edges of the right-aligned columns, in points; the product column starts at the margin. */
const PRODUCT_WIDTH = 218;
const COLUMNS = { unit: 340, discount: 405, quantity: 462 } as const;
const ROW_GAP = 10;
const SUMMARY_ROW = 17;
/** Reserved at the bottom of each page. */
const FOOT = 30;

/** An order's invoice as a PDF, on as many pages as its lines need. */
export function makeInvoice(order: PlacedOrder, shop: Identity): Readable {
  const paper = new Paper({
    title: t("Invoice {number}", { number: invoiceNumberOf(order, shop.timeZone) }),
    author: shop.name,
    made: order.createdAt,
  });
  let page = 1;
  const foot = () => {
    const y = paper.bottom - 12;
    paper.line(t("{shop} · Order {number}", { shop: shop.name, number: order.number }), MARGIN, y, { size: 8, color: QUIET });
    paper.line(t("Page {page}", { page }), paper.right, y, { size: 8, color: QUIET, align: "right" });
  };
  /** Where content of this height goes: here or, if it doesn't fit, on the next page below the column heads. */
  const place = (y: number, height: number): number => {
    if (y + height <= paper.bottom - FOOT) return y;
    foot();
    page++;
    paper.doc.addPage();
    return columnHeads(paper, MARGIN);
  };

  let y = columnHeads(paper, aboutOrder(paper, order, shop));
  for (const bought of order.lines) {
    const line = spokenLine(bought, language());
    y = place(y, lineHeight(paper, line));
    y = putLine(paper, y, line);
  }
  const rows = billRows(sumsOf(order), order.couponCode, order.delivery?.way);
  y = place(y + 6, SUMMARY_ROW * rows.length + (order.taxHundredths > 0 ? 48 : 28));
  summary(paper, y, order, rows);
  foot();
  paper.doc.end();
  return paper.doc;
}

function aboutOrder(paper: Paper, order: PlacedOrder, shop: Identity): number {
  const half = MARGIN + 270;
  paper.line(t("Invoice"), paper.right, MARGIN, { size: 20, weight: "bold", align: "right" });
  let y = paper.block(shop.name, MARGIN, MARGIN, half - MARGIN - 20, { size: 20, weight: "bold", color: LEAF });
  for (const text of issuerLines(shop)) y = paper.block(text, MARGIN, y, half - MARGIN - 20, { color: QUIET });
  y += 22;

  let left = y;
  const facts = invoiceFacts(order, shop.timeZone);
  const values = MARGIN + Math.max(92, ...facts.map(([name]) => paper.width(name) + 10));
  for (const [name, value] of facts) {
    paper.line(name, MARGIN, left, { color: QUIET });
    left = paper.block(value, values, left, half - 18 - values, { weight: "bold" }) + 2;
  }
  const { address_line, country, mobile } = order.deliveryAddress;
  const what = !isForPickup(order.delivery) ? t("Delivery address") : address_line ? t("Address") : t("Phone");
  paper.line(what, half, y, { color: QUIET });
  let right = y + 15;
  for (const text of [address_line, cityLine(order.deliveryAddress), country, mobile]) {
    if (text.trim()) right = paper.block(text, half, right, paper.right - half);
  }
  return Math.max(left, right) + 20;
}

function columnHeads(paper: Paper, y: number): number {
  const ink = { size: 8.5, weight: "bold", color: QUIET } as const;
  paper.line(t("Product"), MARGIN, y, ink);
  paper.line(t("Unit price"), COLUMNS.unit, y, { ...ink, align: "right" });
  paper.line(t("Discount"), COLUMNS.discount, y, { ...ink, align: "right" });
  paper.line(t("Quantity"), COLUMNS.quantity, y, { ...ink, align: "right" });
  paper.line(t("Line total"), paper.right, y, { ...ink, align: "right" });
  paper.rule(y + 15);
  return y + 22;
}

const SMALL = { size: 8.5, color: QUIET } as const;

/** The line below a product's name. */
function kindLine(line: OrderedLine): string {
  const { weighed, grams } = line;
  const kilos = inKilos(gramsOf(line));
  const estimate = () => (weighed?.by === "piece" ? t("estimated {kilos}", { kilos }) : t("estimated weight"));
  return [kindOf(line), weighed && grams === null ? estimate() : weighed?.by === "piece" && kilos].filter(Boolean).join(" · ");
}

function lineHeight(paper: Paper, line: OrderedLine): number {
  const kind = kindLine(line);
  return paper.height(line.name, PRODUCT_WIDTH) + (kind ? paper.height(kind, PRODUCT_WIDTH, SMALL) : 0) + ROW_GAP;
}

function putLine(paper: Paper, y: number, line: OrderedLine): number {
  const { name, listCents, discountHundredths, quantity, weighed } = line;
  const kind = kindLine(line);
  let end = paper.block(name, MARGIN, y, PRODUCT_WIDTH);
  if (kind) end = paper.block(kind, MARGIN, end, PRODUCT_WIDTH, SMALL);
  paper.line(priceWords(listCents, weighed), COLUMNS.unit, y, { align: "right" });
  paper.line(discountHundredths > 0 ? `${toPercent(discountHundredths)}%` : "–", COLUMNS.discount, y, { align: "right" });
  paper.line(weighed?.by === "weight" ? inKilos(gramsOf(line)) : `${quantity}`, COLUMNS.quantity, y, { align: "right" });
  paper.line(formatCents(lineCents(line)), paper.right, y, { weight: "bold", align: "right" });
  paper.rule(end + 3);
  return end + ROW_GAP;
}

function summary(paper: Paper, y: number, order: PlacedOrder, rows: readonly BillRow[]): void {
  const { totalCents, taxCents } = sumsOf(order);
  const from = COLUMNS.unit;
  let at = y;
  for (const { name, amount } of rows) {
    paper.line(name, from, at, { color: QUIET });
    paper.line(amount, paper.right, at, { align: "right" });
    at += SUMMARY_ROW;
  }
  paper.rule(at, from);
  paper.line(t("Total Amount"), from, at + 8, { size: 12, weight: "bold" });
  paper.line(formatCents(totalCents), paper.right, at + 8, { size: 12, weight: "bold", align: "right" });
  if (order.taxHundredths === 0) return;
  paper.line(t("Includes {percent}% tax", { percent: toPercent(order.taxHundredths) }), from, at + 28, { color: QUIET });
  paper.line(formatCents(taxCents), paper.right, at + 28, { color: QUIET, align: "right" });
}
