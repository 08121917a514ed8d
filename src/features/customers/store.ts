import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { containing, TRIGRAM } from "#server/db/containing.ts";
import { isNotDeleted } from "../account/people-store.ts";
import type { OrderStatus, PaymentStatus } from "../orders/contract.ts";
import { piecesOf } from "../orders/pieces.ts";
import type { CustomerSort } from "./contract.ts";

export interface StoredCustomer {
  id: string;
  name: string;
  email: string;
  mobile: string;
  status: "Active" | "Inactive" | "Suspended";
  createdAt: Date;
  orders: number;
  spentCents: number;
  lastOrderAt: Date | null;
}

const digitsOf = (column: SQL) => sql`regexp_replace(${column}, '\\D', '', 'g')`;

/** Whether person `u` has a name, address or phone number with this text. Punctuation in phone numbers doesn't matter. */
function matches(search: string): SQL {
  const text = containing(search);
  // In so many names that looking at each person soon fills the first page.
  if (search.length < TRIGRAM) return sql`(u.name ilike ${text} or u.email ilike ${text})`;
  const found = [sql`select id from user_account where name ilike ${text}`, sql`select id from user_account where email ilike ${text}`];
  const digits = search.replaceAll(/\D/g, "");
  if (digits.length >= TRIGRAM && /^[\d\s()+./-]+$/.test(search)) {
    found.push(sql`select id from user_account where ${digitsOf(sql`mobile`)} like ${containing(digits)}`);
    found.push(sql`select user_id from address where ${digitsOf(sql`mobile`)} like ${containing(digits)}`);
  }
  // Separate queries, each with an index of its own.
  return sql`u.id in (${sql.join(found, sql` union `)})`;
}

/** The phone number of person `u`: that of the profile, else of the address that an order last went to. */
const phone = sql`coalesce(nullif(u.mobile, ''), (select a.mobile from address a where a.user_id = u.id and a.status and a.mobile <> ''
  order by a.used_at desc nulls last, a.id desc limit 1), '') as mobile`;

interface Wanted {
  search: string;
  sort: CustomerSort;
  /** The last customer of the previous page. */
  before: string | undefined;
  limit: number;
}

/** What each sorting goes by, for person `u` or totals `t`; then by id. */
const SORT_KEYS = {
  newest: null,
  name: sql`lower(u.name)`,
  orders: sql`t.orders`,
  spend: sql`t.spent_cents`,
  lastOrder: sql`coalesce(t.last_order_at, '-infinity')`,
} as const satisfies Record<CustomerSort, SQL | null>;

/** A page of people with an account. Their totals are those that were added up last. */
export async function readCustomers(db: Db, { search, sort, before, limit }: Wanted): Promise<StoredCustomer[]> {
  const key = SORT_KEYS[sort];
  const [direction, after] = sort === "name" ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  // The first table is the one with the index of this order.
  const [people, id] =
    sort === "newest" || sort === "name"
      ? [sql`user_account u`, sql`u.id`]
      : [sql`customer_total t join user_account u on u.id = t.user_id`, sql`t.user_id`];
  const last = sql`(select ${key ? sql`${key}, ` : sql``}${id} from ${people} where ${id} = ${before})`;
  const page = sql`
    select u.id from ${people}
    where ${isNotDeleted(sql`u`)} ${search ? sql`and ${matches(search)}` : sql``}
      ${before ? sql`and (${key ? sql`${key}, ` : sql``}${id}) ${after} ${last}` : sql``}
    order by ${key ? sql`${key} ${direction}, ` : sql``}${id} ${direction} limit ${limit}`;
  return readPage(db, page, sql`${key ? sql`${key} ${direction}, ` : sql``}u.id ${direction}`);
}

async function readPage(db: Db, page: SQL, order: SQL): Promise<StoredCustomer[]> {
  const { rows } = await db.execute<{
    [K in keyof StoredCustomer]: StoredCustomer[K] extends Date | null ? string | null : StoredCustomer[K];
  }>(sql`
    select u.id, u.name, u.email, ${phone}, u.status, u.created_at as "createdAt",
      coalesce(t.orders, 0) as orders, coalesce(t.spent_cents, 0)::float8 as "spentCents", t.last_order_at as "lastOrderAt"
    from (${page}) p join user_account u on u.id = p.id left join customer_total t on t.user_id = u.id
    order by ${order}`);
  return rows.map(({ createdAt, lastOrderAt, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt!), // never null
    lastOrderAt: lastOrderAt === null ? null : new Date(lastOrderAt),
  }));
}

/** One person with an account. */
export async function readCustomer(db: Db, userId: string): Promise<StoredCustomer | undefined> {
  const [row] = await readPage(db, sql`select u.id from user_account u where u.id = ${userId} and ${isNotDeleted(sql`u`)}`, sql`u.id`);
  return row;
}

/** People by part of their name, email address or phone number: those who ordered or registered last. */
export async function findCustomers(
  db: Db,
  search: string,
  limit: number,
): Promise<Pick<StoredCustomer, "id" | "name" | "email" | "mobile">[]> {
  const { rows } = await db.execute<Pick<StoredCustomer, "id" | "name" | "email" | "mobile">>(sql`
    select u.id, u.name, u.email, ${phone} from user_account u where ${isNotDeleted(sql`u`)} and ${matches(search)} order by u.id desc limit ${limit}`);
  return rows;
}

export interface StoredCustomerOrder {
  id: string;
  number: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  totalCents: number;
  pieces: number;
  createdAt: Date;
}

/** A person's orders that aren't deleted, newest first. */
export async function readOrdersOf(db: Db, userId: string, before: string | undefined, limit: number): Promise<StoredCustomerOrder[]> {
  const { rows } = await db.execute<Omit<StoredCustomerOrder, "createdAt"> & { createdAt: string }>(sql`
    select o.id, o.number, o.status, o.payment_status as "paymentStatus", o.total_cents::float8 as "totalCents", o.created_at as "createdAt",
      (select coalesce(sum(${piecesOf("l")}), 0)::int from order_line l where l.order_id = o.id) as pieces
    from customer_order o
    where o.user_id = ${userId} and o.deleted_at is null ${before ? sql`and o.id < ${before}` : sql``}
    order by o.id desc limit ${limit}`);
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: new Date(createdAt) }));
}
