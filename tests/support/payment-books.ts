import { expect } from "vitest";
import { makeProviders } from "#features/payments/providers/providers.ts";
import { readAttempt } from "#features/payments/store.ts";
import type { Shop } from "#server/shop.ts";

/** Payments that the providers are asked about side by side. */
const AT_ONCE = 8;

/**
 * Fails unless every payment has one outcome: captured money belongs to exactly one paid order or refund, and no order lacks its payment.
 * What the providers hold of an order's payments is what the order costs.
 */
export async function checkPayments(shop: Shop): Promise<void> {
  const { pool, db } = shop.database;
  const providers = makeProviders(shop);
  const { rows } = await pool.query<{
    id: string;
    status: string;
    cents: number;
    orderId: string;
    order: string | null;
    total: number;
    refunds: number;
    byHand: number;
  }>(
    `select a.id, a.status, a.total_cents::int as cents, coalesce(a.amends, a.id) as "orderId", o.status as order, o.total_cents::int as total,
       (select count(*)::int from payment_refund r where r.attempt_id = a.id) as refunds,
       (select coalesce(sum(d.cents), 0)::int from payment_difference d where d.attempt_id = a.id and d.by_hand) as "byHand"
     from payment_attempt a left join customer_order o on o.id = coalesce(a.amends, a.id)`,
  );
  const held = new Map<string, { is: number; should: number }>();
  const read = async ({ id }: { id: string }) => {
    const attempt = (await readAttempt(db, id))!;
    return { attempt, state: await (await providers(attempt.provider))!.read(attempt) };
  };
  const found: Awaited<ReturnType<typeof read>>[] = [];
  for (let n = 0; n < rows.length; n += AT_ONCE) found.push(...(await Promise.all(rows.slice(n, n + AT_ONCE).map(read))));
  for (const [n, { id, status, cents, orderId, order, total, refunds, byHand }] of rows.entries()) {
    const { attempt, state } = found[n]!;
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
    held.set(orderId, { is: is + state.cents - state.refundedCents - byHand, should: order === "CANCELLED" ? 0 : total });
    if (order !== "CANCELLED") expect(about).toMatchObject({ refunds: 0 });
    expect({ id, back: attempt.refundedCents }).toEqual({ id, back: state.refundedCents });
  }
  // What the providers still hold of an order's payments, without what is too small for them to refund, is its total.
  for (const [id, { is, should }] of held) expect({ id, held: is }).toEqual({ id, held: should });
}
