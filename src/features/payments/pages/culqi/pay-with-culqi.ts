import { call } from "#web/call.ts";
import { confirmedMessage, confirmCulqiPayment, openPayment, type AttemptStatus } from "../../contract.ts";
import { askBank, type Authentication } from "./ask-bank.ts";
import { askForToken, type CulqiForm } from "./culqi-form.ts";
import { untilKnown } from "#features/payments/pages/until-known.ts";

interface Scripts {
  checkout: string;
  threeDs: string;
}

/**
 * Has the shopper pay an open payment by card or with Yape, in Culqi's form.
 * @param charging called when there is a token and its money is being taken
 * @returns the shop's order number, or null if the shopper closed the form: the reservation stays
 * @throws ScriptMissing, BankRefused, CallError 422 with the shop's words when the card or the Yape account was declined
 */
export async function payWithCulqi(scripts: Scripts, orderId: string, form: CulqiForm, charging: () => void): Promise<string | null> {
  const token = await askForToken(scripts.checkout, form);
  if (token === null) return null;
  charging();
  const first = await charge(orderId, token);
  if (first) return first;
  const second = await charge(orderId, token, await askBank(scripts.threeDs, token, form));
  if (!second) throw new Error("The bank asked for verification twice");
  return second;
}

/** @returns the order's number, or undefined if the bank wants to verify first */
async function charge(orderId: string, token: string, authentication_3DS?: Authentication): Promise<string | undefined> {
  const { data, message } = await untilKnown(
    () => call(confirmCulqiPayment, { orderId, token, ...(authentication_3DS && { authentication_3DS }) }),
    async (): Promise<AttemptStatus> => (await call(openPayment, undefined)).data?.status ?? "PAID",
  );
  if ("action" in data) return undefined;
  if (message !== confirmedMessage()) throw new Error(message);
  return data.orderId;
}
