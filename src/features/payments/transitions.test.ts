import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#server/new-id.ts";
import { signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { ATTEMPT_STATUSES, REFUND_STATUSES, type AttemptStatus } from "./contract.ts";
import { NEXT, NEXT_REFUND } from "./rules.ts";
import { moveRow } from "./refund-row-store.ts";
import { readRefund } from "./refunds/store.ts";
import { moveAttempt, readAttempt } from "./store.ts";
import { refunds } from "./tables.ts";

const shop = await openTestShop();
const { db } = shop.shop.database;
const userId = (await signUp(shop)).user._id;

async function insertAttempt(status: AttemptStatus): Promise<string> {
  const id = newId();
  await db.execute(sql`
    insert into payment_attempt (id, user_id, provider, status, lines, subtotal_cents, total_cents, delivery_address, expires_at)
    values (${id}, ${userId}, 'paypal', ${status}, '[]', 100, 100, '{}', now())`);
  return id;
}

test.each(ATTEMPT_STATUSES)("a payment that is %s becomes only what its table allows", async (from) => {
  const next: readonly AttemptStatus[] = NEXT[from];
  for (const to of ATTEMPT_STATUSES) {
    const id = await insertAttempt(from);
    if (next.includes(to)) expect(await moveAttempt(db, id, to)).toMatchObject({ id, status: to });
    else await expect(moveAttempt(db, id, to)).rejects.toThrow(`cannot become ${to}`);
    expect(await readAttempt(db, id)).toMatchObject({ status: next.includes(to) ? to : from });
  }
});

test("the start of a capture is recorded, and cleared when the shopper may try again", async () => {
  const id = await insertAttempt("OPEN");
  expect((await moveAttempt(db, id, "CAPTURING")).capturingSeconds).toBeLessThan(30);
  expect((await moveAttempt(db, id, "OPEN")).capturingSeconds).toBeNull();
});

test.each(REFUND_STATUSES)("a refund that is %s becomes only what its table allows", async (from) => {
  const next: readonly string[] = NEXT_REFUND[from];
  for (const to of ["DONE", "FAILED"] as const) {
    const id = newId();
    await db.execute(sql`
      insert into payment_refund (id, attempt_id, cents, reason, status)
      values (${id}, ${await insertAttempt("REFUNDING")}, 100, '', ${from})`);
    expect(await moveRow(db, refunds, id, to === "DONE" ? { status: to } : { status: to, reason: "" })).toBe(next.includes(to));
    expect(await readRefund(db, id)).toMatchObject({ status: next.includes(to) ? to : from });
  }
});

test("every refund state is reachable from the first", () => {
  const reached = new Set<string>(["DUE"]);
  for (const status of REFUND_STATUSES) if (reached.has(status)) for (const next of NEXT_REFUND[status]) reached.add(next);
  expect([...reached].toSorted()).toEqual(REFUND_STATUSES.toSorted());
});
