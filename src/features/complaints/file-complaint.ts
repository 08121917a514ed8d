import { createHash } from "node:crypto";
import type { Db } from "#server/db/connect.ts";
import { newId } from "#server/new-id.ts";
import { language } from "#words/language.ts";
import { checkSame, type RequestKey } from "../account/idempotency/idempotency-key.ts";
import { emailCopy, emailShop } from "./emails.ts";
import { dueAfter } from "./rules.ts";
import { insertComplaint, lockCounter, readByRequestKey, type NewComplaint } from "./store.ts";

type Filed = Omit<NewComplaint, "id" | "dueOn" | "requestKey" | "requestHash">;

/** A consumer's key as complaints store it. Nobody is logged in, and two people may choose the same one, so it contains who files. */
const keyOf = ({ key }: RequestKey, { email, documentNumber }: Filed) =>
  createHash("sha256")
    .update(JSON.stringify([key, email.toLowerCase(), documentNumber]))
    .digest("hex");

/**
 * Files a sheet under the next number, and emails it, in a transaction. A number is given only with its sheet, so none is skipped.
 * @returns its id, and whether an earlier request of the same consumer with the same key filed it
 * @throws Refusal 422 if that request was a different one
 */
export async function fileComplaint(
  tx: Db,
  filed: Filed,
  { requestKey, timeZone }: { requestKey: RequestKey | undefined; timeZone: string },
): Promise<{ id: string; repeated: boolean }> {
  const { year, last, today } = await lockCounter(tx, timeZone);
  // Under the lock, so that of two requests with the same key the second finds what the first filed.
  const key = requestKey && keyOf(requestKey, filed);
  const before = key && (await readByRequestKey(tx, key));
  if (before) {
    checkSame(before.requestHash, requestKey);
    return { id: before.id, repeated: true };
  }
  const id = newId();
  const request = requestKey && { requestKey: key, requestHash: requestKey.hash };
  await insertComplaint(tx, { year, serial: last + 1 }, { id, ...filed, ...request, language: language(), dueOn: dueAfter(today) });
  if (filed.emailed) await emailCopy(tx, id);
  await emailShop(tx, id);
  return { id, repeated: false };
}
