import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { t } from "#words/t.ts";
import { claimKey } from "./key-store.ts";

/** Identifies a request, so that a repeat returns what it made. */
export interface RequestKey {
  key: string;
  /** A digest of the call and its validated input. */
  hash: string;
}

const PRINTABLE = /^[\x20-\x7e]{1,128}$/;

/**
 * The `Idempotency-Key` of a request; undefined without one.
 * @throws Refusal 400 when it is not 1 to 128 printable characters
 */
export function requestKey(headers: IncomingHttpHeaders, call: string, body: unknown): RequestKey | undefined {
  const key = headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !PRINTABLE.test(key)) throw refuse.badInput(t("Idempotency-Key must be 1 to 128 printable characters"));
  return {
    key,
    hash: createHash("sha256")
      .update(JSON.stringify([call, body]))
      .digest("hex"),
  };
}

/**
 * Claims a request's key for what it is about to make: an order, a payment, an address, a message.
 * @returns undefined once it is claimed, or without a key; otherwise the id of what it was used for
 * @throws Refusal 422 when it was used for a different request
 */
export async function useKey(tx: Db, userId: string, key: RequestKey | undefined, newId: string): Promise<string | undefined> {
  const used = key && (await claimKey(tx, userId, key, newId));
  if (used) checkSame(used.hash, key);
  return used?.madeId;
}

/** @throws Refusal 422 if the key was used for a different request */
export function checkSame(hash: string | null, key: RequestKey): void {
  if (hash !== key.hash) throw refuse.unprocessable(t("This Idempotency-Key was already used for a different request"));
}
