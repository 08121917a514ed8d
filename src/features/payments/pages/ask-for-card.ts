import { loadScript, ScriptMissing, type CulqiCheckoutClass } from "./culqi-scripts.ts";

export interface CardForm {
  publicKey: string;
  shopName: string;
  /** In cents. */
  amount: number;
  currency: string;
  email: string;
}

/** @throws ScriptMissing */
export async function loadCardForm(script: string | undefined): Promise<CulqiCheckoutClass> {
  if (script) await loadScript(script);
  if (!window.CulqiCheckout) throw new ScriptMissing();
  return window.CulqiCheckout;
}

/**
 * Opens Culqi's card form.
 * @returns a card token, or null if the shopper closed the form
 * @throws ScriptMissing
 */
export async function askForCard(script: string, { publicKey, shopName, amount, currency, email }: CardForm): Promise<string | null> {
  const CulqiCheckout = await loadCardForm(script);
  const checkout = new CulqiCheckout(publicKey, {
    settings: { title: shopName, amount, currency },
    client: { email },
    options: { lang: "auto", installments: false, modal: true, paymentMethods: { tarjeta: true } },
  });
  return new Promise((resolve) => {
    checkout.culqi = () => {
      // The form itself shows what is wrong with a card.
      if (!checkout.token) return;
      checkout.close();
      resolve(checkout.token.id);
    };
    checkout.closeCheckout = () => resolve(null);
    checkout.open();
  });
}
