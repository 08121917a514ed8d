import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { refuse } from "#server/errors.ts";

/** What makes a repeated request give the same order. */
export interface RequestKey {
  key: string;
  /** Of the call and its checked body. */
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
  if (typeof key !== "string" || !PRINTABLE.test(key)) throw refuse.badInput("Idempotency-Key must be 1 to 128 printable characters");
  return {
    key,
    hash: createHash("sha256")
      .update(JSON.stringify([call, body]))
      .digest("hex"),
  };
}
