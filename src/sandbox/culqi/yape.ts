import { z } from "zod";
import type { Answer } from "../operation.ts";
import { newId, type Culqi } from "./culqi.ts";
import { culqiError } from "./errors.ts";
import { read } from "./read.ts";
import { tokenBody, TOKENS, wholeNumber, type Token } from "./tokens.ts";

/** A practice phone and what happens when it pays. Culqi documents the first one; the others are the stand-in's own. */
interface TestPhone {
  number: string;
  outcome: "ok" | "wrong_code" | (string & {});
}

/** Any six digits are an approval code. Any other phone that begins with 9 pays too. */
export const TEST_PHONES: readonly TestPhone[] = [
  { number: "900000001", outcome: "ok" },
  { number: "900000002", outcome: "insufficient_funds" },
  { number: "900000003", outcome: "wrong_code" },
  { number: "900000004", outcome: "processing_error" },
];

/** In céntimos: what a charge needs at least, and the most that Yape moves at once. */
const LEAST = 300;
const MOST = 200_000;

const yapeShape = z.object({
  number_phone: z.string().regex(/^9\d{8}$/, "nine digits that begin with 9"),
  otp: z.string().regex(/^\d{6}$/, "six digits"),
  amount: wholeNumber.refine((cents) => cents >= LEAST && cents <= MOST, `${LEAST} to ${MOST}`),
});

/** Creates a token for a Yape account, which can be charged once, with exactly this amount in soles. */
export async function createYapeToken(culqi: Culqi, body: unknown): Promise<Answer> {
  const { number_phone: phone, amount } = read(yapeShape, body);
  const outcome = TEST_PHONES.find(({ number }) => number === phone)?.outcome ?? "ok";
  if (outcome === "wrong_code") {
    throw culqiError("parameter_error", "otp is not the approval code of this phone", {
      code: "invalid_otp",
      param: "otp",
      user_message: "El código de aprobación es incorrecto o venció. Genera otro en tu app Yape.",
    });
  }
  const token: Token = {
    id: newId("ype"),
    email: null,
    bin: phone.slice(0, 2),
    lastFour: phone.slice(-4),
    length: phone.length,
    brand: "Yape",
    outcome,
    used: false,
    amount,
    metadata: {},
    createdAt: culqi.now(),
  };
  await culqi.store.transact((records) => records.put(TOKENS, token.id, token));
  return { status: 201, body: tokenBody(token) };
}
