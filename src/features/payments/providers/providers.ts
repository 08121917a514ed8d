import type { CulqiConfig, PayPalConfig } from "#server/settings/payment-settings.ts";
import type { Shop } from "#server/shop.ts";
import { takesCurrency } from "#shared/currencies.ts";
import { makeCulqi } from "./culqi/culqi.ts";
import { makePayPal } from "./paypal/paypal.ts";
import type { Provider, Providers } from "./provider.ts";

/**
 * The configured providers, with the current keys. To add one, add a file and a line here, its name to `provider` in `tables.ts` and to
 * `ONLINE_WAYS` of the contract, and what the types then ask for. They don't ask for these: `lockOwnAttempt` of the store, `offerOf` of
 * the routes, the names in `webhook-routes.ts`, and `WAYS_TO_PAY` and `ALL_WAYS` of the settings.
 */
export function makeProviders(shop: Pick<Shop, "payments" | "identity">): Providers {
  const identity = () => shop.identity();
  const paypal = onceFor((config: PayPalConfig) => makePayPal(config, identity));
  const culqi = onceFor((config: CulqiConfig) => makeCulqi(config, identity));
  return async (way) => {
    const { currency } = await identity();
    const configs = await shop.payments();
    if (!takesCurrency(way, currency.code)) return null;
    return way === "paypal" ? paypal(configs.paypal) : culqi(configs.culqi);
  };
}

/** Makes a provider again only when its configuration has changed, so that it can remember its access token. */
function onceFor<C>(make: (config: C) => Provider): (config: C | null) => Provider | null {
  let made: { key: string; provider: Provider } | undefined;
  return (config) => {
    if (!config) return null;
    const key = JSON.stringify(config);
    if (made?.key !== key) made = { key, provider: make(config) };
    return made.provider;
  };
}
