import { expect } from "vitest";
import { makeProviders } from "#features/payments/providers/providers.ts";
import { readAttempt } from "#features/payments/store.ts";
import type { Shop } from "#server/shop.ts";
import { checkSlotBooks } from "./delivery.ts";

/**
 * Fails unless, for every product, stock + sold + reserved equals the initial stock; items sold match the orders that were not canceled; as
 * many places of delivery times are taken; and every payment has one outcome: captured money belongs to exactly one paid order or refund,
 * and no order lacks its payment. What the providers hold of an order's payments is what the order costs.
 * @param start pieces of each product at the start
 */
export async function checkPaymentBooks(shop: Shop, start: number): Promise<void> {
  const { pool, db } = shop.database;
  const wrongStock = await pool.query(
    `select p.id, p.stock, p.sold, r.reserved, o.ordered
     from product p
     cross join lateral (select coalesce(sum(r.quantity), 0)::int as reserved
       from reservation r join payment_attempt a on a.id = r.order_id
       where r.product_id = p.id and r.state = 'RESERVED' and a.status in ('CREATING', 'OPEN', 'CAPTURING')) r
     cross join lateral (select coalesce(sum(l.quantity), 0)::int as ordered
       from order_line l join customer_order c on c.id = l.order_id where l.product_id = p.id and c.status <> 'CANCELLED') o
     where p.stock < 0 or p.stock + p.sold + r.reserved <> $1 or p.sold <> o.ordered`,
    [start],
  );
  expect(wrongStock.rows).toEqual([]);
  await checkSlotBooks(shop);

  const providers = makeProviders(shop);
  const { rows } = await pool.query<{
    id: string;
    status: string;
    cents: number;
    orderId: string;
    order: string | null;
    total: number;
    refunds: number;
  }>(
    `select a.id, a.status, a.total_cents::int as cents, coalesce(a.amends, a.id) as "orderId", o.status as order, o.total_cents::int as total,
       (select count(*)::int from payment_refund r where r.attempt_id = a.id) as refunds
     from payment_attempt a left join customer_order o on o.id = coalesce(a.amends, a.id)`,
  );
  const held = new Map<string, { is: number; should: number }>();
  for (const { id, status, cents, orderId, order, total, refunds } of rows) {
    const attempt = (await readAttempt(db, id))!;
    const state = await (await providers(attempt.provider))!.read(attempt);
    const about = { id, status, provider: state.kind, refunds };
    if (state.kind !== "captured") {
      expect(about).toMatchObject({ refunds: 0, status: expect.not.stringMatching(/^(PAID|REFUND)/) });
      if (attempt.amends === null) expect(order).toBeNull();
      continue;
    }
    expect({ id, taken: state.cents }).toEqual({ id, taken: cents });
    if (status !== "PAID") {
      expect(about).toMatchObject({ status: "REFUNDED", refunds: 1 });
      expect({ id, back: state.refundedCents }).toEqual({ id, back: cents });
      if (attempt.amends === null) expect(order).toBeNull();
      continue;
    }
    expect(order).not.toBeNull();
    const { is } = held.get(orderId) ?? { is: 0 };
    held.set(orderId, { is: is + state.cents - state.refundedCents, should: order === "CANCELLED" ? 0 : total });
    if (order !== "CANCELLED") expect(about).toMatchObject({ refunds: 0 });
    expect({ id, back: attempt.refundedCents }).toEqual({ id, back: state.refundedCents });
  }
  // What the providers still hold of an order's payments is its total.
  for (const [id, { is, should }] of held) expect({ id, held: is }).toEqual({ id, held: should });
}
