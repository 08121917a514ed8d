import * as z from "zod/mini";
import { parseJson } from "#server/http/read-json.ts";
import type { CulqiConfig } from "#server/settings/payment-settings.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { BY_CARD } from "../../../orders/rules.ts";
import { askProvider, type ProviderResponse } from "../ask-provider.ts";
import { unexpectedAnswer, note } from "../../notes.ts";
import { Unanswered, type Charged, type WayLimits, type WebhookNotice, type PaymentState, type Provider } from "../provider.ts";
import type { Attempt } from "../../store.ts";
import { declineWords } from "./decline-words.ts";

const charge = z.object({
  object: z.literal("charge"),
  id: z.string(),
  amount: z.int(),
  amount_refunded: z._default(z.int(), 0),
  currency_code: z.string(),
  outcome: z.object({ type: z.string(), code: z.optional(z.string()) }),
  metadata: z._default(z.record(z.string(), z.unknown()), {}),
});
type Charge = z.output<typeof charge>;
const charges = z.object({ data: z.array(z.unknown()) });
const refusal = z.object({ merchant_message: z._default(z.string(), "") });
const event = z.object({
  object: z.literal("event"),
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  type: z.string(),
  data: z.string(),
});
/** A charge's event contains the charge, a refund's event the id of its charge. */
const eventData = z.object({ id: z.optional(z.string()), charge_id: z.optional(z.string()) });
/** Nothing else may become part of a URL that is requested with the shop's key. */
const CHARGE_ID = /^chr_\w{1,60}$/;

const CARD: WayLimits = { method: BY_CARD, cents: { least: 300, most: 999_900 } };
/** Yape moves at most S/2,000 at once; an account can have a lower limit, which declines the payment. */
const YAPE: WayLimits = { method: "Yape", cents: { least: 300, most: 200_000 } };

/** Tolerated difference to Culqi's clock. */
const CLOCKS_DIFFER_MS = 5 * 60_000;
/** Longest list that Culqi returns. */
const LISTED = 100;

/** Payments by card or Yape with Culqi: Culqi's form on the page makes a token, the server charges it. */
export function makeCulqi(config: CulqiConfig, identity: Shop["identity"]): Provider {
  const ask = (method: "GET" | "POST", path: string, body?: object): Promise<ProviderResponse> =>
    askProvider({
      method,
      url: config.baseUrl + path,
      headers: { authorization: `Bearer ${config.secretKey}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
      // Culqi doesn't recognize repeats.
      repeatable: method === "GET",
    });

  /** Looks for the attempt's charges, even those that were never recorded because the process died or the response was lost. */
  async function read(attempt: Attempt, named?: string): Promise<PaymentState> {
    const { id, chargeRef, lostChargeAt } = attempt;
    const [listed, own, told] = await Promise.all([
      chargeRef === null || lostChargeAt !== null ? findCharges(attempt) : [],
      chargeRef === null ? undefined : readCharge(chargeRef),
      named === undefined || named === chargeRef ? undefined : readCharge(named),
    ]);
    const all = told && !listed.some((one) => one.id === told.id) ? [...listed, told] : listed;
    const theirs = all.filter(({ metadata }) => metadata["attempt_id"] === id);
    const sales = theirs.filter(isSale);
    const pays = chargeRef === null ? (sales.find((sale) => sale.amount_refunded === 0) ?? sales[0] ?? theirs[0]) : own;
    if (!pays) return { kind: "unpaid" };
    const state = stateOf(pays, attempt);
    const others = sales.filter((sale) => sale.id !== pays.id).map(chargedBy);
    return state.kind === "captured" && others.length > 0 ? { ...state, others } : state;
  }

  async function readCharge(id: string): Promise<Charge | undefined> {
    const { status, body } = await ask("GET", `/charges/${encodeURIComponent(id)}`);
    if (status === 404 || status === 400) return undefined;
    const parsed = charge.safeParse(body);
    if (status !== 200 || !parsed.success) throw new Unanswered(unexpectedAnswer("Culqi", status));
    return parsed.data;
  }

  async function findCharges({ totalCents, createdAt, currency }: Attempt): Promise<Charge[]> {
    const query = new URLSearchParams({
      amount: String(totalCents),
      currency_code: currency,
      creation_date_from: String(createdAt.getTime() - CLOCKS_DIFFER_MS),
      limit: String(LISTED),
    });
    const { status, body } = await ask("GET", `/charges?${query}`);
    const listed = charges.safeParse(body);
    if (status !== 200 || !listed.success) throw new Unanswered(unexpectedAnswer("Culqi", status));
    return listed.data.data.flatMap((row) => charge.safeParse(row).data ?? []);
  }

  return {
    name: "culqi",
    offer: (way) => (way === "yape" ? YAPE : CARD),
    recognizesRepeats: false,
    // Culqi has nothing to create before there is a token.
    create: async ({ id }) => ({ ref: id }),
    read,

    async capture(attempt, instrument) {
      if (!instrument) return read(attempt);
      const { status, body } = await ask("POST", "/charges", {
        amount: attempt.totalCents,
        currency_code: attempt.currency,
        email: instrument.email,
        source_id: instrument.token,
        description: t("Order at {name}", { name: (await identity()).name }).slice(0, 80),
        metadata: { attempt_id: attempt.id },
        ...(instrument.authentication3DS && { authentication_3DS: instrument.authentication3DS }),
      });
      const parsed = charge.safeParse(body);
      if (status === 201 && parsed.success) return stateOf(parsed.data, attempt);
      if (status === 200 && (body as { action_code?: unknown } | null)?.action_code === "REVIEW") return { kind: "review" };
      if (status === 402 || status === 400 || status === 404) return { kind: "declined", message: declineWords(body, attempt) };
      throw new Unanswered(unexpectedAnswer("Culqi", status));
    },

    async refund({ chargeRef, cents, beforeCents }) {
      const isDone = ({ amount, amount_refunded }: Charge) => amount_refunded >= (beforeCents === undefined ? amount : beforeCents + cents);
      const done = { kind: "done", ref: `refunded-${chargeRef}` } as const;
      // Culqi doesn't recognize repeats, so look first whether the money is back already.
      const known = await readCharge(chargeRef);
      if (!known) return { kind: "failed", reason: note("Culqi does not know the charge") };
      if (isDone(known)) return done;
      const { status, body } = await ask("POST", "/refunds", { amount: cents, charge_id: chargeRef, reason: "solicitud_comprador" });
      const id = (body as { id?: unknown } | null)?.id;
      if (status === 201 && typeof id === "string") return { kind: "done", ref: id };
      // Another request may have refunded it meanwhile, so that too little was left for this one.
      const now = await readCharge(chargeRef);
      if (now && isDone(now)) return done;
      return { kind: "failed", reason: unexpectedAnswer("Culqi", status, refusal.safeParse(body).data?.merchant_message) };
    },

    // Culqi refunds at once, so none is ever pending.
    readRefund: async (ref) => ({ kind: "done", ref }),

    // Culqi's webhooks aren't signed, so use them only to find out which charge to read.
    async readWebhook(raw, _headers, countUnsigned) {
      const told = toldBy(raw);
      if (!told) return null;
      if (!told.chargeId) return "nothing";
      await countUnsigned(told.chargeId);
      const known = await readCharge(told.chargeId);
      const attemptId = known?.metadata["attempt_id"];
      if (!known) return null;
      if (typeof attemptId !== "string") return "nothing";
      return { id: told.id, attempt: { id: attemptId }, chargeRef: known.id } satisfies WebhookNotice;
    },
  };
}

const isSale = ({ outcome }: Charge) => outcome.type === "venta_exitosa";

const chargedBy = ({ id, amount, amount_refunded }: Charge): Charged => ({ chargeRef: id, cents: amount, refundedCents: amount_refunded });

function stateOf(known: Charge, attempt: Attempt): PaymentState {
  const { currency_code: currency, metadata, outcome } = known;
  if (!isSale(known)) return { kind: "declined", message: declineWords({ decline_code: outcome.code }, attempt) };
  return { kind: "captured", ...chargedBy(known), attemptId: String(metadata["attempt_id"]), currency };
}

function toldBy(raw: Buffer): { id: string; chargeId: string | undefined } | null {
  try {
    const parsed = event.safeParse(parseJson(raw.toString("utf8")));
    if (!parsed.success) return null;
    const data = eventData.safeParse(parseJson(parsed.data.data));
    const { id, charge_id: ofRefund } = data.success ? data.data : {};
    if (ofRefund !== undefined && !CHARGE_ID.test(ofRefund)) return null;
    return { id: parsed.data.id, chargeId: ofRefund ?? (id && CHARGE_ID.test(id) ? id : undefined) };
  } catch {
    return null;
  }
}
