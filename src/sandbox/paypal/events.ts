import type { Records } from "../records.ts";
import { link, newId, timeText, type PayPal } from "./paypal.ts";

const RESOURCE_TYPES: [start: string, type: string, summary: string][] = [
  ["CHECKOUT.ORDER", "checkout-order", "An order has been approved by buyer"],
  ["PAYMENT.CAPTURE.REFUNDED", "refund", "A payment was refunded"],
  ["PAYMENT.CAPTURE", "capture", "A payment changed"],
];

/**
 * Sends the shop's webhook an event, in the transaction that causes it.
 * @returns whether a test wants it to arrive before the response
 */
export function sendEvent(paypal: PayPal, records: Records, type: string, resource: object): Promise<boolean> {
  const id = `WH-${newId()}-${newId()}`;
  const [, resourceType, summary] = RESOURCE_TYPES.find(([start]) => type.startsWith(start))!;
  return paypal.deliveries.add(records, type, {
    id,
    event_version: "1.0",
    create_time: timeText(paypal.now()),
    resource_type: resourceType,
    resource_version: "2.0",
    event_type: type,
    summary,
    resource,
    links: [link(`${paypal.apiUrl}/v1/notifications/webhooks-events/${id}`, "self")],
  });
}
