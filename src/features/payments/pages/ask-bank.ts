import * as z from "zod/mini";
import type { InputOf } from "#shared/endpoint.ts";
import { confirmCulqiPayment } from "../contract.ts";
import type { CardForm } from "./ask-for-card.ts";
import { loadScript, ScriptMissing } from "./culqi-scripts.ts";

export type Authentication = NonNullable<InputOf<typeof confirmCulqiPayment>["authentication_3DS"]>;

/** The message the window gets when the check ends. */
const told = z.object({
  parameters3DS: z.optional(confirmCulqiPayment.input!.shape.authentication_3DS),
  error: z.optional(z.unknown()),
});

/** The bank or the shopper declined. */
export class BankRefused extends Error {
  constructor() {
    super("Your bank didn't confirm the payment. Nothing was charged.");
  }
}

/**
 * Has the shopper's bank verify the card (3-D Secure).
 * @throws ScriptMissing, BankRefused
 */
export async function askBank(script: string, token: string, { publicKey, amount, email }: CardForm): Promise<Authentication> {
  await loadScript(script);
  const { Culqi3DS } = window;
  if (!Culqi3DS) throw new ScriptMissing();
  return new Promise<Authentication>((resolve, reject) => {
    const end = (settle: () => void) => {
      removeEventListener("message", listen);
      Culqi3DS.reset();
      settle();
    };
    const listen = ({ origin, data }: MessageEvent) => {
      if (origin !== location.origin) return;
      const message = z.safeParse(told, data).data;
      if (message?.parameters3DS) end(() => resolve(message.parameters3DS!));
      else if (message?.error) end(() => reject(new BankRefused()));
    };
    addEventListener("message", listen);
    Culqi3DS.publicKey = publicKey;
    Culqi3DS.settings = { charge: { totalAmount: amount, returnUrl: location.href }, card: { email } };
    Culqi3DS.options = { showModal: true, showLoading: true, closeModalAction: () => end(() => reject(new BankRefused())) };
    Culqi3DS.initAuthentication(token);
  });
}
