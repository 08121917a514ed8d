import { createHash } from "node:crypto";
import { databaseNow } from "#server/db/clock.ts";
import type { Transaction } from "#server/db/connect.ts";
import { newId } from "#server/new-id.ts";
import { language } from "#words/language.ts";
import { checkSame, type RequestKey } from "../idempotency/idempotency-key.ts";
import { emailCopy, emailShop } from "./emails.ts";
import { bookDay, dueAfter } from "./rules.ts";
import { insertComplaint, lockCounter, readByRequestKey, readComplaint, type NewComplaint, type StoredComplaint } from "./store.ts";

type Filed = Omit<NewComplaint, "id" | "dueOn" | "requestKey" | "requestHash" | "emailed">;

/** A consumer's key as complaints store it. Nobody is logged in, and two people may choose the same one, so it contains who files. */
const keyOf = ({ key }: RequestKey, { email, documentNumber }: Filed) =>
  createHash("sha256")
    .update(JSON.stringify([key, email.toLowerCase(), documentNumber]))
    .digest("hex");

interface Filing {
  requestKey: RequestKey | undefined;
  /** Whether to email a copy. */
  mayEmail: Promise<boolean>;
}

/**
 * Files a sheet under the next number, and emails it, in a transaction. A number is given only with its sheet, so none is skipped.
 * @returns a function that reads it, and whether an earlier request of the same consumer with the same key filed it
 * @throws Refusal 422 if that request was a different one
 */
export async function fileComplaint(
  { tx, withCommit }: Pick<Transaction, "tx" | "withCommit">,
  filed: Filed,
  { requestKey, mayEmail }: Filing,
): Promise<{ read: () => Promise<StoredComplaint | undefined>; repeated: boolean }> {
  const key = requestKey && keyOf(requestKey, filed);
  const today = bookDay(databaseNow());
  const year = Number(today.slice(0, 4));
  const [last, before, emailed] = await Promise.all([
    lockCounter(tx, year),
    // Under the lock, so that of two requests with the same key the second finds what the first filed.
    key && readByRequestKey(tx, key),
    mayEmail,
  ]);
  if (requestKey && before) {
    checkSame(before.requestHash, requestKey);
    return { read: async () => before, repeated: true };
  }
  const id = newId();
  const request = requestKey && { requestKey: key, requestHash: requestKey.hash };
  const complaint = { id, ...filed, ...request, emailed, language: language(), dueOn: dueAfter(today) };
  withCommit(insertComplaint(tx, { year, serial: last + 1 }, complaint), ...(emailed ? [emailCopy(tx, id)] : []), emailShop(tx, id));
  const inserted = readComplaint(tx, id);
  withCommit(inserted);
  return { read: () => inserted, repeated: false };
}
