import type { FastifyInstance } from "fastify";
import { inLanguage } from "#server/http/request-language.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { readCurrency } from "#shared/currencies.ts";
import { setCurrency } from "#shared/money.ts";
import { spoken, type Settings } from "#shared/settings.ts";
import { language } from "#words/language.ts";
import { t } from "#words/t.ts";
import { currentPlan, DELIVERY } from "../delivery/current-plan.ts";
import { isFreeEverywhere, isPickupOnly, offersPickup } from "../delivery/rules.ts";
import { connectionRoutes } from "./connections/routes.ts";
import { shopFace } from "./contract.ts";
import { emailRoutes } from "./emails/routes.ts";
import { changeSettings } from "./settings/change-settings.ts";
import * as contract from "./settings/contract.ts";
import { currencyFixed, SET_BY } from "./settings/rules.ts";
import { faceOf, readSettings, SETTINGS } from "./settings/shop-settings.ts";
import { isCurrencyFixed } from "./store.ts";
import * as texts from "./texts/contract.ts";
import { originalsOf } from "./texts/originals.ts";
import { renderText } from "./texts/render-text.ts";
import { spanishOriginalsOf } from "./texts/spanish-originals.ts";

/** What the shop says about itself, and the settings that admins change. */
export function shopRoutes(app: FastifyInstance, shop: Shop): void {
  const { config, database } = shop;
  const deliveryFacts = async () => {
    const plan = await currentPlan(shop);
    return { delivers: plan.on, freeDelivery: isFreeEverywhere(plan), ...(isPickupOnly(plan) && { pickupOnly: true as const }) };
  };
  const textFacts = async ({ complaintsBook }: Settings) => ({
    ...(await deliveryFacts()),
    collects: offersPickup(await currentPlan(shop)),
    ...(complaintsBook && { complaintsBook }),
    offline: config.offline,
    push: config.push,
  });

  serve(
    app,
    shop,
    shopFace,
    async () => {
      const [settings, delivery] = await Promise.all([shop.settings(), deliveryFacts()]);
      return { data: { ...faceOf(settings, config), ...delivery } };
    },
    { tags: () => [SETTINGS, DELIVERY] },
  );

  serve(
    app,
    shop,
    texts.shopText,
    async ({ params: { name } }) => {
      const settings = await shop.settings();
      const originals = language() === "es" ? spanishOriginalsOf : originalsOf;
      const text = spoken(settings, name) || originals(await textFacts(settings))[name];
      return { data: { html: renderText(text, await shop.identity()) } };
    },
    { tags: () => [SETTINGS, DELIVERY] },
  );
  serve(app, shop, texts.originalText, async ({ params: { name } }) => {
    const facts = await textFacts(await shop.settings());
    return { data: { text: originalsOf(facts)[name], spanish: spanishOriginalsOf(facts)[name] } };
  });
  serve(app, shop, texts.previewText, async ({ input: { text } }) => ({ data: { html: renderText(text, await shop.identity()) } }));

  serve(app, shop, contract.originalBanner, async () => {
    const facts = await deliveryFacts();
    return { data: { en: inLanguage("en", () => bannerWords(facts)), es: inLanguage("es", () => bannerWords(facts)) } };
  });

  serve(app, shop, contract.readSettings, async () => {
    const [settings, isFixed, { culqi }] = await Promise.all([
      readSettings(database.db, config),
      isCurrencyFixed(database.db),
      shop.payments(),
    ]);
    const setBy = Object.fromEntries(Object.entries(SET_BY).filter(([name]) => name in config.shop));
    return { data: { settings, setBy, currencyFixed: isFixed ? currencyFixed() : "", hasCulqi: culqi !== null } };
  });

  serve(app, shop, contract.changeSettings, async ({ input, visitor }) => {
    const given = { shop: config.shop, payments: await shop.payments() };
    await database.transact((transaction) => changeSettings(transaction, given, visitor.userId, input));
    const { currency } = input.changes;
    // The settings are read again, which nobody waits for. The response may show prices.
    if (currency !== undefined) setCurrency(readCurrency(currency));
    return { message: t("Saved") };
  });

  connectionRoutes(app, shop);
  emailRoutes(app, shop);
}

/** The original words of the home page's banner. */
function bannerWords({ freeDelivery, pickupOnly }: { freeDelivery: boolean; pickupOnly?: true }) {
  const delivered = freeDelivery ? t("The good pantry, delivered free.") : t("The good pantry, delivered.");
  return {
    title: pickupOnly ? t("The good pantry, ready for pickup.") : delivered,
    text: `${freeDelivery ? t("Quality products, exceptional service and free shipping on every order") : t("Quality products and exceptional service")}.`,
    button: t("Shop the market"),
  };
}
