import type { Config } from "#server/settings/config.ts";
import { makeCulqi } from "./culqi/culqi.ts";
import { makePayPal } from "./paypal/paypal.ts";
import type { Providers } from "./provider.ts";

/** The configured providers. To add one, add a file and a line here. */
export function makeProviders({ payments, publicUrl, shop }: Pick<Config, "payments" | "publicUrl" | "shop">): Providers {
  return {
    paypal: payments.paypal && makePayPal(payments.paypal, { publicUrl, shopName: shop.name }),
    culqi: payments.culqi && makeCulqi(payments.culqi, { shopName: shop.name }),
  };
}
