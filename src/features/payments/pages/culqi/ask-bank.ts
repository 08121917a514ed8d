import type { InputOf } from "#shared/endpoint.ts";
import { t } from "#words/t.ts";
import type { confirmCulqiPayment } from "../../contract.ts";
import type { CulqiForm } from "./culqi-form.ts";
import { loadScript, ScriptMissing } from "./culqi-scripts.ts";

export type Authentication = NonNullable<InputOf<typeof confirmCulqiPayment>["authentication_3DS"]>;

/** The message the window gets when the check ends. The server validates the parameters. */
interface Told {
  parameters3DS?: Authentication;
  error?: unknown;
}

function readTold(data: unknown): Told {
  return typeof data === "object" && data !== null ? data : {};
}

/** The bank or the shopper declined. */
export class BankRefused extends Error {
  constructor() {
    super(t("Your bank didn't confirm the payment. Nothing was charged."));
  }
}

/**
 * Has the shopper's bank verify the card (3-D Secure).
 * @throws ScriptMissing, BankRefused
 */
export async function askBank(script: string, token: string, { publicKey, amount, email }: CulqiForm): Promise<Authentication> {
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
      const { parameters3DS, error } = readTold(data);
      if (parameters3DS) end(() => resolve(parameters3DS));
      else if (error) end(() => reject(new BankRefused()));
    };
    addEventListener("message", listen);
    Culqi3DS.publicKey = publicKey;
    Culqi3DS.settings = { charge: { totalAmount: amount, returnUrl: location.href }, card: { email } };
    Culqi3DS.options = { showModal: true, showLoading: true, closeModalAction: () => end(() => reject(new BankRefused())) };
    Culqi3DS.initAuthentication(token);
  });
}
