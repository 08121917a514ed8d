import { createHash, randomBytes } from "node:crypto";
import type { Deliveries } from "../deliveries.ts";
import type { Faults } from "../faults.ts";
import { kind, type Records, type Store } from "../records.ts";
import { paypalError } from "./errors.ts";

/** The parts of the PayPal stand-in. */
export interface PayPal {
  store: Store;
  faults: Faults;
  deliveries: Deliveries;
  clientId: string;
  clientSecret: string;
  webhookId: string;
  /** Base of the API's addresses, as the shop's server reaches them. */
  apiUrl: string;
  /** Base of the pages, as the payer's browser reaches them. */
  browserUrl: string;
  /** Milliseconds since 1970. */
  now: () => number;
}

const random = (length: number, letters: string) => Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join("");

/** A random id of an order, a capture or a refund. */
export const newId = (): string => random(17, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
/** A random id of a person: no letter looks like a digit. */
export const newPayerId = (): string => random(13, "ABCDEFGHJKLMNPQRSTUVWXYZ23456789");

/** One request that may be repeated under its `PayPal-Request-Id`. */
export interface Repeatable {
  requestId: string | undefined;
  /** Method, path and body: another request under the same id is refused. */
  fingerprint: string;
}

const HOUR_MS = 3_600_000;
/** How long the ids of orders and captures are remembered. */
export const ORDER_IDS_MS = 6 * HOUR_MS;
/** How long the ids of refunds are remembered. */
export const REFUND_IDS_MS = 45 * 24 * HOUR_MS;

interface Remembered {
  fingerprint: string;
  resource: string;
  until: number;
}

const REQUESTS = kind<Remembered>("paypal-request");

/** What identifies a request beside its id. */
export function fingerprintOf(method: string, path: string, body: unknown): string {
  return createHash("sha256")
    .update(`${method} ${path} ${JSON.stringify(body ?? null)}`)
    .digest("hex");
}

/**
 * The id of what an earlier request under the same id made.
 * @throws ProviderError DUPLICATE_REQUEST_ID, where that was another request
 */
export async function madeBefore(records: Records, { requestId, fingerprint }: Repeatable, now: number): Promise<string | undefined> {
  if (!requestId) return undefined;
  const known = await records.get(REQUESTS, requestId);
  if (!known || known.until < now) return undefined;
  if (known.fingerprint !== fingerprint) {
    throw paypalError({ issue: "DUPLICATE_REQUEST_ID", field: "PayPal-Request-Id", value: requestId });
  }
  return known.resource;
}

/** Remembers what a request made. Refused requests are not remembered. */
export async function remember(records: Records, request: Repeatable, resource: string, until: number): Promise<void> {
  if (!request.requestId) return;
  const { requestId, fingerprint } = request;
  await records.put(REQUESTS, requestId, { fingerprint, resource, until });
}

/** PayPal's times: seconds, UTC. */
export const timeText = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** A link of a resource. */
export const link = (href: string, rel: string, method: "GET" | "POST" | "PATCH" = "GET") => ({ href, rel, method });
