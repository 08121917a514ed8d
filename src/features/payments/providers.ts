import type { Shop } from "#server/shop.ts";
import { makeCulqi } from "./culqi/culqi.ts";
import { makePayPal } from "./paypal/paypal.ts";
import type { Providers } from "./provider.ts";

/** The configured providers. To add one, add a file and a line here. */
export function makeProviders({ config: { payments }, identity }: Pick<Shop, "config" | "identity">): Providers {
  return {
    paypal: payments.paypal && makePayPal(payments.paypal, identity),
    culqi: payments.culqi && makeCulqi(payments.culqi, identity),
  };
}
