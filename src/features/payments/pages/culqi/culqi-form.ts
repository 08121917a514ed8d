import { language } from "#words/language.ts";
import type { OnlineWay } from "../../contract.ts";
import { loadScript, ScriptMissing, type CulqiCheckoutClass } from "./culqi-scripts.ts";

/** What the shopper pays with in Culqi's form: a card, or a Yape account. */
export type FormWay = Exclude<OnlineWay, "paypal">;

export interface CulqiForm {
  way: FormWay;
  publicKey: string;
  shopName: string;
  /** In cents. */
  amount: number;
  currency: string;
  email: string;
}

/** @throws ScriptMissing */
export async function loadCulqiForm(script: string | undefined): Promise<CulqiCheckoutClass> {
  if (script) await loadScript(script);
  if (!window.CulqiCheckout) throw new ScriptMissing();
  return window.CulqiCheckout;
}

/** All of Culqi's methods, by its names. Each is set, because Culqi doesn't say what it shows when one is left out. */
const NOTHING = { tarjeta: false, yape: false, billetera: false, bancaMovil: false, agente: false, cuotealo: false };
const METHOD = { culqi: "tarjeta", yape: "yape" } as const satisfies Record<FormWay, keyof typeof NOTHING>;

/**
 * Opens Culqi's form for a card, or for phone number and approval code of Yape.
 * @returns a token, or null if the shopper closed the form
 * @throws ScriptMissing
 */
export async function askForToken(
  script: string,
  { way, publicKey, shopName, amount, currency, email }: CulqiForm,
): Promise<string | null> {
  const CulqiCheckout = await loadCulqiForm(script);
  const method = METHOD[way];
  const checkout = new CulqiCheckout(publicKey, {
    settings: { title: shopName, amount, currency },
    client: { email },
    options: {
      lang: language() === "es" ? "es" : "auto",
      installments: false,
      modal: true,
      paymentMethods: { ...NOTHING, [method]: true },
      paymentMethodsSort: [method],
    },
  });
  return new Promise((resolve) => {
    checkout.culqi = () => {
      // The form itself shows what is wrong with a card or a code.
      if (!checkout.token) return;
      checkout.close();
      resolve(checkout.token.id);
    };
    checkout.closeCheckout = () => resolve(null);
    checkout.open();
  });
}
