import * as z from "zod/mini";
import { parseJson } from "#server/http/read-json.ts";
import { readAmount } from "#shared/money.ts";
import { t } from "#words/t.ts";
import { note } from "../../notes.ts";
import type { Attempt } from "../../store.ts";
import { Unanswered, type WebhookNotice, type PaymentState, type RefundState } from "../provider.ts";

const money = z.object({ currency_code: z.string(), value: z.string() });

const order = z.object({
  id: z.string(),
  status: z.string(),
  links: z._default(z.array(z.object({ rel: z.string(), href: z.string() })), []),
  purchase_units: z._default(
    z.array(
      z.object({
        custom_id: z.optional(z.string()),
        payments: z.optional(
          z.object({
            captures: z._default(
              z.array(
                z.object({
                  id: z.string(),
                  status: z.string(),
                  amount: money,
                  custom_id: z.optional(z.string()),
                  status_details: z.optional(z.object({ reason: z.optional(z.string()) })),
                }),
              ),
              [],
            ),
            refunds: z._default(z.array(z.object({ status: z.string(), amount: money })), []),
          }),
        ),
      }),
    ),
    [],
  ),
});
export type PayPalOrder = z.output<typeof order>;

/** @throws Unanswered when it is not an order */
export function orderOf(body: unknown): PayPalOrder {
  const parsed = order.safeParse(body);
  if (!parsed.success) throw new Unanswered(note("PayPal returned an unreadable order"));
  return parsed.data;
}

const refund = z.object({ id: z.string(), status: z.string() });

/** @throws Unanswered when it is not a refund */
export function refundOf(body: unknown): z.output<typeof refund> {
  const parsed = refund.safeParse(body);
  if (!parsed.success) throw new Unanswered(note("PayPal returned an unreadable refund"));
  return parsed.data;
}

/** The state of a refund. */
export function refundStateOf({ id, status }: z.output<typeof refund>): RefundState {
  if (status === "COMPLETED") return { kind: "done", ref: id };
  return status === "PENDING" ? { kind: "pending", ref: id } : { kind: "failed", reason: note("PayPal's refund is {status}", { status }) };
}

/** The state of an order. Only a capture means money: a COMPLETED order may contain a declined one. */
export function stateOf({ status, purchase_units: units }: PayPalOrder, { amends }: Pick<Attempt, "amends">): PaymentState {
  const [unit] = units;
  const captures = unit?.payments?.captures ?? [];
  const taken = captures.find((capture) => ["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"].includes(capture.status));
  if (taken) {
    const refunds = unit?.payments?.refunds ?? [];
    // A pending refund may still fail, so its money isn't back yet.
    const isPending = refunds.some((back) => back.status === "PENDING");
    const done = refunds.filter((back) => back.status === "COMPLETED");
    const cents = readAmount(taken.amount.value);
    return {
      kind: "captured",
      chargeRef: taken.id,
      attemptId: taken.custom_id ?? unit?.custom_id ?? "",
      cents,
      currency: taken.amount.currency_code,
      refundedCents:
        taken.status === "REFUNDED" && !isPending ? cents : done.reduce((sum, { amount }) => sum + readAmount(amount.value), 0),
    };
  }
  const waiting = captures.find((capture) => capture.status === "PENDING");
  if (waiting) {
    const reason = waiting.status_details?.reason ?? note("no reason given");
    return { kind: "pending", reason: note("PayPal's capture is PENDING: {reason}", { reason }) };
  }
  if (captures.length > 0) {
    const words =
      amends === null
        ? t("PayPal declined the payment. Please choose another way to pay.")
        : t("PayPal declined the payment. Your order stays as it was.");
    return { kind: "declined", message: words };
  }
  return { kind: status === "APPROVED" ? "approved" : "unpaid" };
}

const refusal = z.object({ name: z._default(z.string(), ""), details: z._default(z.array(z.object({ issue: z.string() })), []) });

/** Why PayPal refused: the first issue, which decides what to do, or else the error's name. */
export function errorOf(body: unknown): { issue: string } {
  const parsed = refusal.safeParse(body);
  return { issue: (parsed.success && (parsed.data.details[0]?.issue ?? parsed.data.name)) || "" };
}

const event = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  event_type: z.string(),
  resource: z.object({
    id: z.optional(z.string()),
    custom_id: z.optional(z.string()),
    supplementary_data: z.optional(z.object({ related_ids: z.optional(z.object({ order_id: z.optional(z.string()) })) })),
  }),
});

/** What a webhook is about; null if it isn't a valid event. */
export function noticeOf(raw: Buffer): WebhookNotice | "nothing" | null {
  let json: unknown;
  try {
    json = parseJson(raw.toString("utf8"));
  } catch {
    return null;
  }
  const parsed = event.safeParse(json);
  if (!parsed.success) return null;
  const { id, event_type: type, resource } = parsed.data;
  const orderId = type.startsWith("CHECKOUT.") ? resource.id : resource.supplementary_data?.related_ids?.order_id;
  if (orderId) return { id, attempt: { ref: orderId } };
  return resource.custom_id ? { id, attempt: { id: resource.custom_id } } : "nothing";
}
