import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { checkSlotBooks } from "./delivery.ts";
import { addProduct } from "./goods.ts";
import type { Backdoor } from "./live-shop.ts";
import type { MailSink } from "./mail-sink.ts";
import { ageJobs, agePayments } from "./minutes-later.ts";
import type { OrderLoad } from "./order-load.ts";
import { checkPayments } from "./payment-books.ts";
import { untilTrue } from "./shop-process.ts";

type Behind = Pick<Backdoor, "shop">;

/** Adds products with the given stock. @returns their ids */
export function stockUp(behind: Behind, products: number, stock: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: products }, (_, n) => addProduct(behind, { stock, price: 1 + n / 100, discount: n % 3 ? 12.5 : 0 })),
  );
}

/**
 * Fails unless, for every product, stock + sold + reserved equals the initial stock; items sold match the orders that were not canceled; as
 * many places of delivery times are taken; every order and every key is whole; and every payment has one outcome, at its provider too.
 * @param start pieces of each product at the start
 */
export async function checkBooks({ shop }: Behind, start: number): Promise<void> {
  const { pool } = shop.database;
  const wrongStock = await pool.query(
    `select p.id, p.stock, p.sold, coalesce(r.reserved, 0) as reserved, coalesce(o.ordered, 0) as ordered
     from product p
     left join (select r.product_id, sum(r.quantity)::int as reserved
       from reservation r join payment_attempt a on a.id = r.order_id
       where r.state = 'RESERVED' and a.status in ('CREATING', 'OPEN', 'CAPTURING') group by 1) r on r.product_id = p.id
     left join (select l.product_id, sum(l.quantity)::int as ordered
       from order_line l join customer_order c on c.id = l.order_id where c.status <> 'CANCELLED' group by 1) o on o.product_id = p.id
     where p.stock < 0 or p.stock + p.sold + coalesce(r.reserved, 0) <> $1 or p.sold <> coalesce(o.ordered, 0)`,
    [start],
  );
  expect(wrongStock.rows).toEqual([]);
  const halves = await pool.query(
    `select o.number from customer_order o where not exists (select 1 from order_line l where l.order_id = o.id)
     union all
     select k.key from order_key k where not exists (
       select 1 from customer_order o where o.id = k.order_id union all select 1 from payment_attempt a where a.id = k.order_id)`,
  );
  expect(halves.rows).toEqual([]);
  await checkSlotBooks(shop);
  await checkPayments(shop);
}

/** What a fault must not have changed. */
interface Account {
  behind: Behind;
  /** Pieces of each product at the start. */
  start: number;
  /** Everybody who ordered, paid or canceled. */
  load: OrderLoad;
  mail: Pick<MailSink, "received">;
}

/**
 * Waits until nothing waits, then fails unless {@link checkBooks} does not, every acknowledged order, payment and cancellation exists and no
 * other, each caused its emails once, and no response failed but with a 503 that says when to try again.
 * @param options.patient leaves jobs that failed, or whose process died, to the shop, which takes up to a minute and a half
 */
export async function checkAll({ behind, start, load, mail }: Account, { patient = false } = {}): Promise<void> {
  const { pool } = behind.shop.database;
  let waiting: unknown[] = [];
  await untilTrue(
    async () => {
      // Also whose turn it is to refund: a job that is tried again and again meanwhile would use up its attempts.
      if (!patient) await Promise.all([ageJobs(behind), agePayments(behind)]);
      ({ rows: waiting } = await pool.query(WAITING));
      return waiting.length === 0;
    },
    patient ? PATIENT_MS : undefined,
  ).catch(() => expect(waiting).toEqual([]));
  expect(load.wrong).toEqual([]);

  const { rows } = await pool.query<{ number: string; isCancelled: boolean }>(
    `select number, status = 'CANCELLED' as "isCancelled" from customer_order`,
  );
  const told = [...load.orders].map(([number, { isCancelled }]) => [number, isCancelled] as const);
  expect(byNumber(rows.map(({ number, isCancelled }) => [number, isCancelled]))).toEqual(byNumber(told));
  await checkBooks(behind, start);

  const subjects = [...mail.received.values()].map(([subject]) => subject!);
  const expected = [...load.orders].flatMap(([number, { isPaid, isCancelled }]) => [
    `Your order ${number}`,
    ...(isCancelled ? [`Your order ${number} was canceled`] : []),
    ...(isCancelled && isPaid ? [`Your refund for order ${number}`] : []),
  ]);
  expect(subjects.toSorted()).toEqual(expected.toSorted());
}

const byNumber = (all: Iterable<readonly [string, boolean]>) => [...all].toSorted(([a], [b]) => (a < b ? -1 : 1));

/** Longer than locks of a process that died, and the pauses of a job that failed some times. */
const PATIENT_MS = 400_000;

const WAITING = `
  select t.identifier as what, j.last_error as why from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where j.run_at < now() + interval '10 seconds' or j.attempts > 0
  union all
  select 'a payment', status from payment_attempt where status in ('CREATING', 'CAPTURING', 'REFUNDING')
  union all
  select 'a refund', status from payment_refund where status <> 'DONE'`;

/** All order numbers. */
export async function orderNumbers({ shop }: Behind): Promise<Set<string>> {
  const { rows } = await shop.database.pool.query<{ number: string }>("select number from customer_order");
  return new Set(rows.map((row) => row.number));
}

/** Number of deadlocks that the embedded database of a data folder has resolved. */
export function deadlocks(dataDir: string): number {
  return readFileSync(join(dataDir, "postgres/server.log"), "utf8").split("deadlock detected").length - 1;
}
