import type { FastifyInstance } from "fastify";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { toDollars } from "#shared/money.ts";
import { waysOn, type PaymentWay } from "#shared/settings.ts";
import { changeRoutes } from "./changes/routes.ts";
import { confirmRoutes } from "./confirm-routes.ts";
import { waysToPay, type WayToPay } from "./contract.ts";
import { itemsRoutes } from "./items/routes.ts";
import type { Providers } from "./providers/provider.ts";
import { makeProviders } from "./providers/providers.ts";
import { purchaseRoutes } from "./purchase/routes.ts";
import { refundRoutes } from "./refunds/refund-routes.ts";
import { webhookRoutes } from "./webhook-routes.ts";

/** Payments (API-24, API-27 to API-29). */
export function paymentRoutes(app: FastifyInstance, shop: Shop): void {
  const providers = makeProviders(shop);

  serve(app, shop, waysToPay, async () => {
    const settings = await shop.settings();
    const offers = await Promise.all(waysOn(settings).map((way) => offerOf(shop, providers, way)));
    const { askIfMissing, lowStock } = settings;
    return { data: offers.filter((offer) => offer !== null), ...(askIfMissing && { ifMissing: { lowStock } }) };
  });

  purchaseRoutes(app, shop, providers);
  confirmRoutes(app, shop, providers);
  changeRoutes(app, shop, providers);
  itemsRoutes(app, shop);
  refundRoutes(app, shop, providers);
  webhookRoutes(app, shop, providers);
}

/** A way to pay as the checkout offers it; null if its provider is not configured. */
async function offerOf(shop: Shop, providers: Providers, way: PaymentWay): Promise<WayToPay | null> {
  if (way === "cash") return { provider: way, practice: false, least: 0, most: 99_999_999 };
  const { paypal, culqi } = await shop.payments();
  const [provider, config] = [await providers(way), way === "paypal" ? paypal : culqi];
  if (!provider || !config) return null;
  const { least, most } = provider.offer(way).cents;
  const form = "scripts" in config && { scripts: config.scripts, publicKey: config.publicKey };
  return { provider: way, practice: config.sandbox, least: toDollars(least), most: toDollars(most), ...form };
}
