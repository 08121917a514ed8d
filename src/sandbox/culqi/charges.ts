import { randomInt } from "node:crypto";
import { z } from "zod";
import type { Fault } from "../faults.ts";
import type { Answer } from "../operation.ts";
import { kind, type Records } from "../records.ts";
import { REVIEW_EMAIL } from "./cards.ts";
import { newId, sendEvent, type Culqi } from "./culqi.ts";
import { culqiError, declined, wrongParameter } from "./errors.ts";
import { currency, email, metadata, read } from "./read.ts";
import { findToken, isYape, threeDs, TOKENS, tokenBody, type Token } from "./tokens.ts";

/** A stored charge; has a `declineCode` if it failed. */
export interface Charge {
  id: string;
  amount: number;
  refunded: number;
  currency_code: "PEN" | "USD";
  email: string;
  description: string | null;
  capture: boolean;
  metadata: Record<string, unknown>;
  antifraud: Record<string, unknown>;
  token: Token;
  declineCode: string | null;
  reference_code: string;
  authorization_code: string;
  createdAt: number;
}

export const CHARGES = kind<Charge>("culqi-charge");

const chargeShape = z.object({
  amount: z.number().int().min(300).max(999_900),
  currency_code: currency,
  email,
  source_id: z.string().regex(/^(tkn|ype|crd)_/),
  capture: z.boolean().default(true),
  installments: z.number().int().min(0).max(48).default(0),
  description: z.string().min(5).max(80).optional(),
  metadata: metadata.default({}),
  antifraud_details: z
    .object({
      first_name: z.string().min(2).max(50).optional(),
      last_name: z.string().min(2).max(50).optional(),
      address: z.string().min(5).max(100).optional(),
      address_city: z.string().min(2).max(30).optional(),
      country_code: z.string().length(2).optional(),
      phone_number: z.union([z.string().min(5).max(15), z.number().int()]).optional(),
      device_finger_print_id: z.string().optional(),
    })
    .default({}),
  authentication_3DS: threeDs.optional(),
});

/** Charges a token: 201, or 200 if a 3DS challenge is needed first. */
export async function createCharge(culqi: Culqi, body: unknown): Promise<Answer> {
  const asked = read(chargeShape, body);
  const { answer, early } = await culqi.store.transact(async (records) => {
    const token = await findToken(culqi, records, asked.source_id);
    if (token.amount !== undefined) checkYape(asked, token.amount);
    const asksBack = token.outcome === "challenge" || (!isYape(token) && asked.email === REVIEW_EMAIL) || token.email === REVIEW_EMAIL;
    if (asksBack && !asked.authentication_3DS) return { answer: review(), early: false };
    const isGenuine = !asked.authentication_3DS || asked.authentication_3DS.cavv === token.cavv;
    const outcome = isGenuine ? token.outcome : "invalid_3ds";
    const declineCode = outcome === "ok" || outcome === "challenge" ? null : outcome;
    const charge = newCharge(culqi, asked, token, declineCode);
    await records.put(TOKENS, token.id, { ...token, used: true });
    await records.put(CHARGES, charge.id, charge);
    const shown = chargeBody(charge);
    const early = await sendEvent(culqi, records, `charge.creation.${declineCode ? "failed" : "succeeded"}`, shown);
    return { answer: declineCode ? declined(declineCode, charge.id, isYape(token)).answer : { status: 201, body: shown }, early };
  });
  if (early) await culqi.deliveries.send();
  culqi.deliveries.wake();
  return answer;
}

/** The shopper approved one amount, in soles. */
function checkYape({ amount, currency_code }: { amount: number; currency_code: string }, approved: number): void {
  if (currency_code !== "PEN") throw wrongParameter("currency_code", "Yape pays in PEN only");
  if (amount !== approved) throw wrongParameter("amount", "amount is not what the Yape token was created for");
}

const review = (): Answer => ({
  status: 200,
  body: {
    action_code: "REVIEW",
    user_message: "Tu banco pide verificar que la tarjeta es tuya.",
    merchant_message: "3DS authentication is needed",
  },
});

function newCharge(culqi: Culqi, asked: z.output<typeof chargeShape>, token: Token, declineCode: string | null): Charge {
  return {
    id: newId("chr"),
    amount: asked.amount,
    refunded: 0,
    currency_code: asked.currency_code,
    email: asked.email,
    description: asked.description ?? null,
    capture: asked.capture,
    metadata: asked.metadata,
    antifraud: asked.antifraud_details,
    token: { ...token, used: true },
    declineCode,
    reference_code: Array.from({ length: 10 }, () => randomInt(36).toString(36)).join(""),
    authorization_code: String(randomInt(100_000, 1_000_000)),
    createdAt: culqi.now(),
  };
}

/** A charge in API form. */
export function chargeBody(charge: Charge): object {
  const { declineCode } = charge;
  const outcome = declineCode
    ? { type: "venta_rechazada", code: declineCode, merchant_message: `Declined: ${declineCode}`, user_message: "La venta fue rechazada." }
    : {
        type: "venta_exitosa",
        code: "AUT0000",
        merchant_message: "La operación de venta ha sido autorizada exitosamente",
        user_message: "Su compra ha sido exitosa.",
      };
  return {
    duplicated: false,
    object: "charge",
    id: charge.id,
    creation_date: charge.createdAt,
    amount: charge.amount,
    amount_refunded: charge.refunded,
    current_amount: charge.amount - charge.refunded,
    installments: 0,
    installments_amount: null,
    currency_code: charge.currency_code,
    email: charge.email,
    description: charge.description,
    source: tokenBody(charge.token),
    outcome,
    fraud_score: null,
    antifraud_details: charge.antifraud,
    dispute: false,
    capture: charge.capture && !declineCode,
    capture_date: charge.capture && !declineCode ? charge.createdAt : null,
    reference_code: charge.reference_code,
    authorization_code: declineCode ? null : charge.authorization_code,
    metadata: charge.metadata,
    total_fee: null,
    total_fee_taxes: null,
    transfer_amount: null,
    paid: false,
    statement_descriptor: "PRACTICE",
    transfer_id: null,
  };
}

/**
 * Finds and locks a charge.
 * @throws ProviderError 404
 */
export async function findCharge(records: Records, id: string): Promise<Charge> {
  const charge = await records.get(CHARGES, id);
  if (!charge) throw culqiError("resource_error", `There is no charge ${id}`, { param: "id" });
  return charge;
}

export async function showCharge(culqi: Culqi, id: string): Promise<Answer> {
  return { status: 200, body: chargeBody(await culqi.store.transact((records) => findCharge(records, id))) };
}

const number = z.string().regex(/^\d+$/).transform(Number);
const filterShape = z.object({
  amount: number.optional(),
  min_amount: number.optional(),
  max_amount: number.optional(),
  currency_code: currency.optional(),
  email: z.string().optional(),
  reference_code: z.string().optional(),
  creation_date_from: number.optional(),
  creation_date_to: number.optional(),
  limit: number.optional(),
});
/** How many charges a list looks at: enough for every lookup in tests. */
const LOOKED_AT = 1000;
const MAX_LIMIT = 100;

/** The newest charges that match the filters. */
export async function listCharges(culqi: Culqi, query: unknown, faults: readonly Fault[]): Promise<Answer> {
  const { limit = 50, min_amount, max_amount, creation_date_from, creation_date_to, ...same } = read(filterShape, query);
  if (limit < 1 || limit > MAX_LIMIT) throw wrongParameter("limit", "limit is 1 to 100");
  const like = Object.fromEntries(Object.entries(same).filter(([, value]) => value !== undefined));
  const found = await culqi.store.transact((records) => records.list(CHARGES, like, LOOKED_AT));
  const behindMs = Math.max(0, ...faults.map(({ effect, ms }) => (effect === "behind" ? ms : 0)));
  const fits = ({ amount, createdAt }: Charge) =>
    amount >= (min_amount ?? 0) &&
    amount <= (max_amount ?? Infinity) &&
    createdAt >= (creation_date_from ?? 0) &&
    createdAt <= (creation_date_to ?? Infinity) &&
    createdAt <= culqi.now() - behindMs;
  const data = found.filter(fits);
  const shown = data.slice(0, limit);
  const cursors = { before: shown[0]?.id ?? null, after: shown.at(-1)?.id ?? null };
  const paging = { previous: null, next: null, cursors, remaining_items: data.length - shown.length };
  return { status: 200, body: { data: shown.map(chargeBody), paging } };
}
