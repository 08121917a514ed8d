import { expect } from "vitest";
import { makeProviders } from "#features/payments/providers.ts";
import { readAttempt } from "#features/payments/store.ts";
import type { Shop } from "#server/shop.ts";
import { checkSlotBooks } from "./delivery.ts";

/**
 * Fails unless, for every product, stock + sold + reserved equals the initial stock; items sold match the orders that were not
 * canceled; delivery times have as many places taken; and every payment has one outcome: captured money belongs to exactly one paid order or refund, and no order lacks its
 * payment.
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
  const { rows } = await pool.query<{ id: string; status: string; total: number; ordered: boolean; paid: string | null; refunds: number }>(
    `select a.id, a.status, a.total_cents::int as total, o.id is not null as ordered, o.payment_status as paid,
       (select count(*)::int from payment_refund r where r.attempt_id = a.id) as refunds
     from payment_attempt a left join customer_order o on o.id = a.id`,
  );
  for (const { id, status, total, ordered, refunds } of rows) {
    const attempt = (await readAttempt(db, id))!;
    const state = await (await providers(attempt.provider))!.read(attempt);
    const about = { id, status, provider: state.kind, ordered, refunds };
    if (state.kind === "captured") {
      const expected = status === "PAID" ? { ordered: true, refunds: 0 } : { status: "REFUNDED", ordered: false, refunds: 1 };
      expect(about).toMatchObject(expected);
      expect({ taken: state.cents, back: state.refundedCents }).toEqual({ taken: total, back: status === "PAID" ? 0 : total });
    } else expect(about).toMatchObject({ ordered: false, refunds: 0, status: expect.not.stringMatching(/^(PAID|REFUND)/) });
  }
}
