import { sql } from "drizzle-orm";
import { lineCents, type PricedLine } from "#features/cart/sums/rules.ts";
import type { Db } from "#server/db/connect.ts";
import { itemsIn } from "#shared/weights.ts";

interface Row {
  day: string;
  isToday: boolean;
  isLastWeek: boolean;
  paid: string;
  expected: string;
  isRefunded: boolean;
  fee: string;
  lines: (Omit<PricedLine, "listCents"> & { productId: string; couponCents: number })[];
}

const figures = (rows: readonly Row[]) => ({
  orders: rows.length,
  paidCents: rows.reduce((sum, { paid }) => sum + Number(paid), 0),
  expectedCents: rows.reduce((sum, { expected }) => sum + Number(expected), 0),
});

/** What the dashboard shows about sales, added up order by order. */
export async function sumOrders(db: Db, { timeZone, days }: { timeZone: string; days: number }) {
  const here = sql`(now() at time zone ${timeZone}::text)`;
  const at = sql`(o.created_at at time zone ${timeZone}::text)`;
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    select ${at}::date::text as day, ${at} >= date_trunc('day', ${here}) as "isToday", o.payment_status = 'REFUNDED' as "isRefunded",
      ${at}::date = ${here}::date - 7 and ${at} <= ${here} - interval '7 days' as "isLastWeek", o.delivery_fee_cents::text as fee,
      (case o.payment_status when 'PAID' then o.total_cents
        when 'PARTIALLY REFUNDED' then greatest(0, o.total_cents - greatest(0,
          coalesce((select sum(refunded_cents) from payment_attempt where o.id in (id, amends) and status = 'PAID'), 0)
          - coalesce((select sum(d.cents) from payment_difference d join payment_attempt a on a.id = d.attempt_id
            where o.id in (a.id, a.amends) and d.status = 'DONE'), 0))) else 0 end)::text as paid,
      (case when o.payment_status in ('CASH ON DELIVERY', 'PENDING') then o.total_cents else 0 end)::text as expected,
      (select coalesce(json_agg(json_build_object('productId', product_id, 'quantity', quantity, 'paidCents', paid_cents,
        'couponCents', coupon_cents, 'grams', grams, 'weighed', case when weighed_grams is not null
          then json_build_object('by', weighed_by, 'grams', weighed_grams) end) order by position), '[]')
        from order_line where order_id = o.id) as lines
    from customer_order o where o.status <> 'CANCELLED' and ${at}::date > ${here}::date - ${days}::int`);
  const { rows: listed } = await db.execute<{ day: string }>(
    sql`select (${here}::date - n)::text as day from generate_series(${days - 1}::int, 0, -1) n`,
  );
  const { rows: categories } = await db.execute<{ productId: string; id: string; name: string }>(sql`
    select distinct on (l.product_id) l.product_id as "productId", c.id, c.name
    from product_category l join category c on c.id = l.category_id and c.deleted_at is null order by l.product_id, c.name, c.id`);
  const { rows: products } = await db.execute<{ id: string; name: string; unit: string; isThere: boolean }>(
    sql`select id, name, unit, deleted_at is null as "isThere" from product`,
  );
  const categoryOf = new Map(categories.map((row) => [row.productId, row]));
  const sold = new Sums();
  const byCategory = new Sums();
  for (const row of rows.filter(({ isRefunded }) => !isRefunded))
    for (const { productId, ...amounts } of sharesOf(row)) {
      if (productId) sold.add(productId, amounts);
      byCategory.add(productId === null ? "fee" : (categoryOf.get(productId)?.id ?? "none"), amounts);
    }
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  return {
    days: listed.map(({ day }) => ({ day, ...figures(rows.filter((row) => row.day === day)) })),
    today: figures(rows.filter(({ isToday }) => isToday)),
    lastWeek: figures(rows.filter(({ isLastWeek }) => isLastWeek)),
    products: sold
      .rows()
      .map(({ id, ...sums }) => ({ ...products.find((product) => product.id === id)!, ...sums }))
      .toSorted((a, b) => b.pieces - a.pieces || worth(b) - worth(a) || (a.id < b.id ? -1 : 1)),
    categories: byCategory
      .rows()
      .map(({ id, ...sums }) => ({ id: names.has(id) ? id : null, name: names.get(id) ?? "", isFee: id === "fee", ...sums }))
      .toSorted((a, b) => Number(a.isFee) - Number(b.isFee) || worth(b) - worth(a) || (String(a.id) < String(b.id) ? -1 : 1)),
  };
}

interface Amounts {
  pieces: number;
  paidCents: number;
  expectedCents: number;
}

const worth = ({ paidCents, expectedCents }: Amounts) => paidCents + expectedCents;

class Sums {
  readonly #byId = new Map<string, Amounts>();
  add(id: string, { pieces, paidCents, expectedCents }: Amounts): void {
    const before = this.#byId.get(id) ?? { pieces: 0, paidCents: 0, expectedCents: 0 };
    this.#byId.set(id, {
      pieces: before.pieces + pieces,
      paidCents: before.paidCents + paidCents,
      expectedCents: before.expectedCents + expectedCents,
    });
  }
  rows(): (Amounts & { id: string })[] {
    return [...this.#byId].map(([id, amounts]) => ({ id, ...amounts }));
  }
}

/** Splits what was paid and is expected over the delivery fee and the lines, so that the parts add up. */
function sharesOf({ lines, fee, paid, expected }: Row): (Amounts & { productId: string | null })[] {
  const bought = lines.map((line) => ({ productId: line.productId, pieces: itemsIn(line), cost: lineCents(line) - line.couponCents }));
  const parts = [...(fee === "0" ? [] : [{ productId: null, pieces: 0, cost: Number(fee) }]), ...bought];
  const isFree = parts.every(({ cost }) => cost === 0);
  const weights = parts.map(({ cost, pieces }) => BigInt(isFree ? pieces : cost));
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  let upto = 0n;
  return parts.map(({ productId, pieces }, place) => {
    const before = upto;
    upto += weights[place]!;
    const part = (cents: string) => Number((BigInt(cents) * upto) / total - (BigInt(cents) * before) / total);
    return { productId, pieces, paidCents: part(paid), expectedCents: part(expected) };
  });
}
