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
  /** Base URL of the API, for the shop's server. */
  apiUrl: string;
  /** Base URL of the pages, for the payer's browser. */
  browserUrl: string;
  /** Milliseconds since 1970. */
  now: () => number;
}

const random = (length: number, letters: string) => Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join("");

/** A random id for an order, capture or refund. */
export const newId = (): string => random(17, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
/** A random id for a person, without letters that look like digits. */
export const newPayerId = (): string => random(13, "ABCDEFGHJKLMNPQRSTUVWXYZ23456789");

/** A request that may be repeated with its `PayPal-Request-Id`. */
export interface Repeatable {
  requestId: string | undefined;
  /** Method, path and body: a different request with the same id is refused. */
  fingerprint: string;
}

const HOUR_MS = 3_600_000;
/** How long request ids of orders and captures are remembered. */
export const ORDER_IDS_MS = 6 * HOUR_MS;
/** How long request ids of refunds are remembered. */
export const REFUND_IDS_MS = 45 * 24 * HOUR_MS;

interface Remembered {
  fingerprint: string;
  resource: string;
  until: number;
}

const REQUESTS = kind<Remembered>("paypal-request");

/** What identifies a request besides its id. */
export function fingerprintOf(method: string, path: string, body: unknown): string {
  return createHash("sha256")
    .update(`${method} ${path} ${JSON.stringify(body ?? null)}`)
    .digest("hex");
}

/**
 * The id of what an earlier request with the same id created.
 * @throws ProviderError DUPLICATE_REQUEST_ID if that was a different request
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

/** Remembers what a request created. Refused requests are not remembered. */
export async function remember(records: Records, request: Repeatable, resource: string, until: number): Promise<void> {
  if (!request.requestId) return;
  const { requestId, fingerprint } = request;
  await records.put(REQUESTS, requestId, { fingerprint, resource, until });
}

/** A time in PayPal's format: UTC, in seconds. */
export const timeText = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;

export const link = (href: string, rel: string, method: "GET" | "POST" | "PATCH" = "GET") => ({ href, rel, method });
