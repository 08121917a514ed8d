import { randomBytes } from "node:crypto";
import type { Deliveries } from "../deliveries.ts";
import type { Faults } from "../faults.ts";
import type { Records, Store } from "../records.ts";

/** The parts of the Culqi stand-in. */
export interface Culqi {
  store: Store;
  faults: Faults;
  deliveries: Deliveries;
  publicKey: string;
  secretKey: string;
  /** Milliseconds since 1970. */
  now: () => number;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A new id, like `tkn_test_` plus 16 letters and digits. */
export function newId(prefix: "tkn" | "ype" | "chr" | "ref" | "evt" | "ord"): string {
  return `${prefix}_test_${Array.from(randomBytes(16), (byte) => LETTERS[byte % LETTERS.length]).join("")}`;
}

/**
 * Sends the shop's webhook an event, unsigned and with `data` as a JSON string.
 * @returns whether a test wants it to arrive before the response
 */
export function sendEvent(culqi: Culqi, records: Records, type: string, data: object): Promise<boolean> {
  return culqi.deliveries.add(records, type, {
    object: "event",
    id: newId("evt"),
    type,
    creation_date: culqi.now(),
    data: JSON.stringify(data),
  });
}
