import { and, asc, desc, eq, getTableColumns, inArray, isNull, ne, or, sql, type SQL } from "drizzle-orm";
import { literals } from "#server/db/literals.ts";
import type { Db } from "#server/db/connect.ts";
import { isFromWrongClock } from "#server/db/clock.ts";
import { language } from "#words/language.ts";
import { currencyNow } from "../shop/store.ts";
import type { AttemptStatus } from "./contract.ts";
import type { Note } from "./notes.ts";
import { RELEASABLE, RESERVED_MINUTES, UNDER_WAY, whatBecomes } from "./rules.ts";
import { attempts } from "./tables.ts";

type AttemptRow = typeof attempts.$inferSelect;
export interface Attempt extends AttemptRow {
  /** Until the reservation ends, by the database's clock; negative after that. */
  secondsLeft: number;
  /** How long the provider has been taking the money; null if it isn't. */
  capturingSeconds: number | null;
  /** The shop's currency, which cannot change once there is an attempt. */
  currency: string;
}

/** Not `now()`: the transaction may have waited for a lock. */
const NOW = sql`clock_timestamp()`;
export const attemptColumns = {
  ...getTableColumns(attempts),
  secondsLeft: sql<number>`extract(epoch from ${attempts.expiresAt} - ${NOW})::float8`,
  capturingSeconds: sql<number | null>`extract(epoch from ${NOW} - ${attempts.capturingSince})::float8`,
  currency: currencyNow,
};

export type NewAttempt = Omit<typeof attempts.$inferInsert, "status" | "expiresAt">;

/** SQL for when the reservation of a payment that starts now ends. */
export const RESERVATION_ENDS = sql`${NOW} + make_interval(mins => ${RESERVED_MINUTES})`;

/** Starts a payment. */
export async function insertAttempt(tx: Db, attempt: NewAttempt): Promise<Attempt> {
  const [row] = await tx
    .insert(attempts)
    .values({ ...attempt, language: language(), status: "CREATING", expiresAt: RESERVATION_ENDS })
    .returning(attemptColumns);
  return row!;
}

/** An attempt by its id, which the order it becomes will have too. @param id or SQL for it */
export async function readAttempt(db: Db, id: string | SQL): Promise<Attempt | undefined> {
  const [row] = await db.select(attemptColumns).from(attempts).where(eq(attempts.id, id));
  return row;
}

/** An attempt by the provider's id. */
export async function readAttemptByRef(db: Db, provider: Attempt["provider"], ref: string): Promise<Attempt | undefined> {
  const [row] = await db
    .select(attemptColumns)
    .from(attempts)
    .where(and(eq(attempts.provider, provider), eq(attempts.providerRef, ref)));
  return row;
}

/** An attempt, locked until the transaction ends. Everything about it is decided under this lock. */
export async function lockAttempt(tx: Db, id: string): Promise<Attempt | undefined> {
  const [row] = await tx.select(attemptColumns).from(attempts).where(eq(attempts.id, id)).for("update");
  return row;
}

/** Like {@link lockAttempt}, by the provider's id; undefined if it is somebody else's. */
export async function lockOwnAttempt(tx: Db, userId: string, ref: string, provider?: Attempt["provider"]): Promise<Attempt | undefined> {
  const [row] = await tx
    .select(attemptColumns)
    .from(attempts)
    .where(isOwn(userId, ref, provider))
    .for("update");
  return row;
}

const isOwn = (userId: string, ref: string, provider?: Attempt["provider"]) =>
  and(
    ...[eq(attempts.userId, userId), eq(attempts.providerRef, ref)],
    provider ? eq(attempts.provider, provider) : inArray(attempts.provider, ["paypal", "culqi"]),
  );

/** SQL for the ids of a shopper's payment, by the provider's id, and of the order that it amends. */
export function idsOfOwn(userId: string, ref: string, provider: Attempt["provider"]): { id: SQL; amends: SQL } {
  const select = (column: typeof attempts.id | typeof attempts.amends) =>
    sql`(select ${column} from ${attempts} where ${isOwn(userId, ref, provider)})`;
  return { id: select(attempts.id), amends: select(attempts.amends) };
}

/** Whether a payment is one of an order. @param orderId or SQL for it */
export const isOfOrder = (orderId: string | SQL) => or(eq(attempts.id, orderId), eq(attempts.amends, orderId));

/**
 * The payments that an order was paid with, oldest first: its own, then those of differences. Locked until the transaction ends, like
 * those that are still under way, so that none of them arrives meanwhile.
 */
export async function lockPaymentsOf(tx: Db, orderId: string | SQL): Promise<Attempt[]> {
  const all = await tx.select(attemptColumns).from(attempts).where(isOfOrder(orderId)).orderBy(asc(attempts.id)).for("update");
  return all.filter(({ status }) => status === "PAID");
}

/** Like {@link lockPaymentsOf}, without a lock. */
export async function readPaymentsOf(db: Db, orderId: string): Promise<Attempt[]> {
  return db
    .select(attemptColumns)
    .from(attempts)
    .where(and(isOfOrder(orderId), eq(attempts.status, "PAID")))
    .orderBy(asc(attempts.id));
}

const isUnderWay = sql`status in (${literals(UNDER_WAY)})`;

export type UnderWay = Pick<Attempt, "id" | "amends" | "status" | "lines" | "couponCode" | "delivery" | "capturingSeconds">;

/** The shopper's open payments, locked in id order. Reads few columns, because every order needs it. */
export async function lockUnderWay(tx: Db, userId: string): Promise<UnderWay[]> {
  const { id, amends, status, lines, couponCode, delivery, capturingSeconds } = attemptColumns;
  return tx
    .select({ id, amends, status, lines, couponCode, delivery, capturingSeconds })
    .from(attempts)
    .where(and(eq(attempts.userId, userId), isUnderWay))
    .orderBy(asc(attempts.id))
    .for("update");
}

/** SQL for the ids of the products of the shopper's open payments. */
export function productsUnderWay(userId: string): SQL {
  return sql`
    select line->>'productId' from payment_attempt, jsonb_array_elements(lines) line
    where user_id = ${userId} and ${isUnderWay}`;
}

/** SQL for the ids of the products that a payment under way holds for the order it becomes. */
export function productsHeldBy(attemptId: string): SQL {
  return sql`
    select line->>'productId' from payment_attempt, jsonb_array_elements(lines) line
    where payment_attempt.id = ${attemptId} and amends is null and ${isUnderWay}`;
}

/** SQL for the ids of the products that the change which a payment is for takes or gives back. */
export function productsOfChange(attemptId: string | SQL): SQL {
  return sql`
    select line->>'productId' from payment_attempt, jsonb_array_elements(lines || (change->'back')) line
    where payment_attempt.id = ${attemptId}`;
}

/** SQL for the ids of the shopper's open payments that another one can replace. */
export const releasableOf = (userId: string): SQL => sql`
  select id from payment_attempt where user_id = ${userId} and status in (${literals(RELEASABLE)})`;

/** SQL for the ids of the delivery times of the shopper's open payments. */
export function slotsUnderWay(userId: string): SQL {
  return sql`
    select delivery->'slot'->>'id' from payment_attempt
    where user_id = ${userId} and ${isUnderWay}`;
}

export async function isPaying(db: Db, userId: string): Promise<boolean> {
  return (await db.$count(attempts, and(eq(attempts.userId, userId), isUnderWay))) > 0;
}

/** The shopper's newest attempt that can still be paid. */
export async function readOpenAttempt(db: Db, userId: string): Promise<Attempt | undefined> {
  const [row] = await db
    .select(attemptColumns)
    .from(attempts)
    .where(and(eq(attempts.userId, userId), isUnderWay, ne(attempts.status, "CREATING")))
    .orderBy(desc(attempts.id))
    .limit(1);
  return row;
}

/** What can change without a new status. */
type Details = Partial<Pick<Attempt, "providerRef" | "approvalUrl" | "chargeRef" | "refundedCents" | "note" | "lostChargeAt">>;

/** Updates a locked attempt, but not its status. */
export async function updateAttempt(tx: Db, id: string, change: Details): Promise<Attempt> {
  const [row] = await tx.update(attempts).set(change).where(eq(attempts.id, id)).returning(attemptColumns);
  return row!;
}

/**
 * Records the provider's payment, and opens the attempt if it still waits for it. An attempt that was canceled meanwhile stays canceled,
 * but a payment that still arrives is found by its reference.
 */
export async function noteCreated(db: Db, id: string, known: Pick<Attempt, "providerRef" | "approvalUrl">): Promise<Attempt> {
  const status = sql`case when ${attempts.status} = 'CREATING' then 'OPEN' else ${attempts.status} end`;
  const [row] = await db
    .update(attempts)
    .set({ ...known, status })
    .where(eq(attempts.id, id))
    .returning(attemptColumns);
  return row!;
}

/** Changes the status of a locked attempt. @throws unless {@link NEXT} allows it */
export async function moveAttempt(tx: Db, id: string, to: AttemptStatus, change: Details = {}): Promise<Attempt> {
  const capturingSince = to === "CAPTURING" ? NOW : to === "OPEN" ? null : undefined;
  const [row] = await tx
    .update(attempts)
    .set({ ...change, status: to, ...(capturingSince !== undefined && { capturingSince }) })
    .where(and(eq(attempts.id, id), inArray(attempts.status, whatBecomes(to))))
    .returning(attemptColumns);
  if (!row) throw new Error(`Payment ${id} cannot become ${to}`);
  return row;
}

/** Starts taking the money of an open payment that becomes an order. @returns undefined if it is not open, or amends an order */
export async function captureOpen(tx: Db, id: string): Promise<Attempt | undefined> {
  const [row] = await tx
    .update(attempts)
    .set({ status: "CAPTURING", capturingSince: NOW, note: "" })
    .where(and(eq(attempts.id, id), eq(attempts.status, "OPEN"), isNull(attempts.amends)))
    .returning(attemptColumns);
  return row;
}

/** Gives payments that began, or whose money began to be taken, while the database's clock was ahead the times that they were meant to have. */
export async function moveBackPayments(db: Db): Promise<void> {
  const { createdAt, expiresAt, capturingSince } = attempts;
  await db
    .update(attempts)
    .set({
      expiresAt: sql`${expiresAt} - greatest(${createdAt} - now(), interval '0')`,
      createdAt: sql`least(${createdAt}, now())`,
      capturingSince: sql`case when ${capturingSince} > now() then now() else ${capturingSince} end`,
    })
    .where(and(isUnderWay, or(isFromWrongClock(createdAt), isFromWrongClock(capturingSince))));
}

/** Records that the provider was asked. */
export async function noteChecked(db: Db, id: string, note?: Note): Promise<void> {
  await db
    .update(attempts)
    .set({ checkedAt: NOW, ...(note !== undefined && { note }) })
    .where(eq(attempts.id, id));
}

/** The addresses of the pictures that the lines of payment attempts show. */
export const paidPictures = sql`
  select jsonb_array_elements_text(line -> 'image') from payment_attempt, jsonb_array_elements(lines) line`;
