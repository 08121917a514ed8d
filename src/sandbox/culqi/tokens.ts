import { randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import type { Answer } from "../operation.ts";
import { kind, type Records } from "../records.ts";
import { brandOf, outcomeOf, readNumber } from "./cards.ts";
import { newId, type Culqi } from "./culqi.ts";
import { culqiError, DECLINES, wrongParameter } from "./errors.ts";
import { email, metadata, read } from "./read.ts";

/** A token of a card or a Yape account, good for one charge. The card or phone number is not stored. */
export interface Token {
  id: string;
  /** Only of cards. */
  email: string | null;
  bin: string;
  lastFour: string;
  length: number;
  brand: string;
  outcome: string;
  used: boolean;
  /** Only of Yape: what its owner approved. */
  amount?: number;
  /** From a passed challenge. */
  cavv?: string;
  metadata: Record<string, unknown>;
  createdAt: number;
}

export const TOKENS = kind<Token>("culqi-token");

const LIVES_MS = 5 * 60_000;

/** Culqi takes numbers as text, too. */
export const wholeNumber = z.union([z.number().int(), z.string().regex(/^\d+$/).transform(Number)]);
const tokenShape = z.object({
  card_number: z.string(),
  cvv: z.string().regex(/^\d{3,4}$/),
  expiration_month: wholeNumber,
  expiration_year: wholeNumber,
  email,
  metadata: metadata.default({}),
});

/** Creates a token for a card. */
export async function createToken(culqi: Culqi, body: unknown): Promise<Answer> {
  const asked = read(tokenShape, body);
  const number = readNumber(asked.card_number);
  if (!number) {
    throw culqiError("parameter_error", "card_number is not a valid card number", {
      code: "invalid_number",
      param: "card_number",
      user_message: "El número de tarjeta es inválido. Revisa los datos de tu tarjeta.",
    });
  }
  const { expiration_month: month, expiration_year: year } = asked;
  if (month < 1 || month > 12) throw wrongParameter("expiration_month", "expiration_month is 1 to 12");
  if (year < 2000 || year > 2100) throw wrongParameter("expiration_year", "expiration_year has four digits");
  if (Date.UTC(year, month) <= culqi.now()) {
    throw culqiError("parameter_error", "The card has expired", {
      code: "expired_card",
      param: "expiration_year",
      user_message: DECLINES["expired_card"]!,
    });
  }
  const token: Token = {
    id: newId("tkn"),
    email: asked.email,
    bin: number.slice(0, 6),
    lastFour: number.slice(-4),
    length: number.length,
    brand: brandOf(number),
    outcome: outcomeOf(number),
    used: false,
    metadata: asked.metadata,
    createdAt: culqi.now(),
  };
  await culqi.store.transact((records) => records.put(TOKENS, token.id, token));
  return { status: 201, body: tokenBody(token) };
}

/** Whether a token pays with Yape. */
export const isYape = ({ amount }: Token) => amount !== undefined;

/** A token in API form. */
export function tokenBody(token: Token): object {
  return {
    object: "token",
    id: token.id,
    type: isYape(token) ? "yape" : "card",
    creation_date: token.createdAt,
    email: token.email,
    card_number: token.bin + "*".repeat(token.length - token.bin.length - 4) + token.lastFour,
    last_four: token.lastFour,
    active: !token.used,
    iin: {
      object: "iin",
      bin: token.bin,
      card_brand: token.brand,
      card_type: "credito",
      card_category: "Clásica",
      issuer: { name: "Practice Bank", country: "PERU", country_code: "PE", website: null, phone_number: null },
      installments_allowed: [],
    },
    client: { ip: "127.0.0.1", ip_country: "Peru", ip_country_code: "PE", browser: null, device_fingerprint: null, device_type: null },
    metadata: token.metadata,
  };
}

/**
 * Finds and locks a token that can still be charged.
 * @throws ProviderError 400
 */
export async function findToken(culqi: Culqi, records: Records, id: string): Promise<Token> {
  const token = await records.get(TOKENS, id);
  if (!token) throw wrongParameter("source_id", "source_id names no token");
  if (token.used) throw wrongParameter("source_id", "The token has been used");
  if (culqi.now() > token.createdAt + LIVES_MS) throw wrongParameter("source_id", "The token has expired");
  return token;
}

/** Passes the practice challenge. */
export const CHALLENGE_CODE = "1234";

/** The result of a passed 3DS challenge, sent with the charge. */
export const threeDs = z.object({
  eci: z.string().min(1),
  xid: z.string().min(1),
  cavv: z.string().min(1),
  protocolVersion: z.string().min(1),
  directoryServerTransactionId: z.string().min(1),
});

const random = () => randomBytes(20).toString("base64");

/** Handles the challenge in the shopper's browser. */
export async function passChallenge(culqi: Culqi, body: unknown): Promise<Answer> {
  const { token: id, code } = read(z.object({ token: z.string(), code: z.string() }), body);
  if (code.trim() !== CHALLENGE_CODE) {
    throw culqiError("card_error", "The challenge failed", { code: "invalid_3ds", user_message: DECLINES["invalid_3ds"]! });
  }
  const cavv = random();
  await culqi.store.transact(async (records) => {
    const token = await findToken(culqi, records, id);
    await records.put(TOKENS, id, { ...token, cavv });
  });
  const parameters = { eci: "05", xid: random(), cavv, protocolVersion: "2.2.0", directoryServerTransactionId: randomUUID() };
  return { status: 200, body: parameters satisfies z.input<typeof threeDs> };
}
