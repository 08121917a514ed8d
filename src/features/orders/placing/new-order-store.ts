import { eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { language } from "#words/language.ts";
import type { Agreed } from "../../delivery/contract.ts";
import { invoiceFormatNow, taxHundredthsNow } from "../../shop/store.ts";
import type { OrderedLine, PlacedOrder } from "../store.ts";
import { orderLines, type orders, type StoredLine } from "../tables.ts";

type NewOrder = Pick<
  typeof orders.$inferInsert,
  | "id"
  | "userId"
  | "status"
  | "paymentStatus"
  | "paymentMethod"
  | "deliveryAddress"
  | "subtotalCents"
  | "couponCents"
  | "couponCode"
  | "deliveryFeeCents"
  | "totalCents"
> & { delivery?: Agreed; slotId?: string | null; slotStartsAt?: Date | null };

/** What the database adds to a new order, or writes in its own format. */
type Added = Pick<PlacedOrder, "number" | "userName" | "createdAt" | "taxHundredths" | "invoiceFormat" | "deliveryAddress" | "delivery">;

/** Inserts an order, in the current language, under the first of these numbers that is free. */
export async function insertOrder(tx: Db, order: NewOrder, numbers: readonly string[]): Promise<Added> {
  const { id, userId, status, paymentStatus, paymentMethod, subtotalCents, couponCents, couponCode, deliveryFeeCents, totalCents } = order;
  const { deliveryAddress, delivery, slotId, slotStartsAt } = order;
  const { rows } = await tx.execute<Omit<Added, "createdAt"> & { createdAt: string }>(sql`
    insert into customer_order (id, number, user_id, status, payment_status, payment_method, subtotal_cents, coupon_cents, coupon_code,
      delivery_fee_cents, total_cents, tax_hundredths, invoice_format, delivery_address, delivery, slot_id, slot_starts_at, language)
    values (
      ${id},
      (
        select n from unnest(${sql.param([...numbers])}::text[]) with ordinality as given (n, position)
        where not exists (select from customer_order where number = n) order by position limit 1
      ),
      ${userId}, ${status}, ${paymentStatus}, ${paymentMethod}, ${subtotalCents}, ${couponCents}, ${couponCode},
      ${deliveryFeeCents}, ${totalCents}, ${taxHundredthsNow}, ${invoiceFormatNow}, ${JSON.stringify(deliveryAddress)}::jsonb,
      ${delivery ? JSON.stringify(delivery) : null}::jsonb, ${slotId ?? null}, ${slotStartsAt?.toISOString() ?? null}::timestamptz,
      ${language()})
    returning number, (select name from user_account where user_account.id = user_id) as "userName", created_at as "createdAt",
      tax_hundredths as "taxHundredths", invoice_format as "invoiceFormat", delivery_address as "deliveryAddress", delivery`);
  const { createdAt, ...added } = rows[0]!; // one row was inserted
  return { ...added, createdAt: new Date(createdAt) };
}

/** Inserts an order's lines, keeping their order. One statement for any number of lines, so that it is planned once. */
export async function insertLines(tx: Db, orderId: string, lines: readonly OrderedLine[]): Promise<void> {
  await tx.execute(sql`
    insert into order_line (order_id, position, product_id, quantity, name, image, unit, name_es, unit_es, brand, sku, list_cents,
      discount_hundredths, paid_cents, coupon_cents, replaces, if_missing, weighed_by, weighed_grams, grams)
    select ${orderId}, position - 1, l."productId", l.quantity, l.name, l.image, l.unit, l."nameEs", l."unitEs", l.brand, l.sku, l."listCents",
      l."discountHundredths", l."paidCents", l."couponCents", l.replaces, l."ifMissing", l.weighed->>'by', (l.weighed->>'grams')::int, l.grams
    from rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as ("productId" text, quantity int, name text, image text[], unit text,
      "nameEs" text, "unitEs" text, brand text, sku text, "listCents" int, "discountHundredths" int, "paidCents" int, "couponCents" bigint,
      replaces text, "ifMissing" text, weighed jsonb, grams int)) with ordinality
      as l ("productId", quantity, name, image, unit, "nameEs", "unitEs", brand, sku, "listCents", "discountHundredths", "paidCents",
        "couponCents", replaces, "ifMissing", weighed, grams, position)`);
}

/** What lines of older payments, and of products without it, lack. */
const MISSING = {
  unit: "",
  nameEs: "",
  unitEs: "",
  brand: "",
  couponCents: 0,
  replaces: "",
  ifMissing: "",
  weighed: null,
  grams: null,
} as const;

/** A line as an order stores it. */
export const toOrderedLine = (line: StoredLine): OrderedLine => ({ ...MISSING, ...line, sku: line.sku ?? "" });

/** Replaces an order's lines with these, in their order. One round trip. Deleting the old ones tells the dashboard that the order changed. */
export async function replaceLines(tx: Db, orderId: string, lines: readonly StoredLine[]): Promise<void> {
  await Promise.all([deleteLines(tx, orderId), insertLines(tx, orderId, lines.map(toOrderedLine))]);
}

async function deleteLines(tx: Db, orderId: string): Promise<void> {
  await tx.delete(orderLines).where(eq(orderLines.orderId, orderId));
}
