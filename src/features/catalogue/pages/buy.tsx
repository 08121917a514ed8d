import { use, useMemo } from "react";
import { AddToCart } from "#features/cart/pages/add-to-cart.tsx";
import { lineCents } from "#features/cart/sums/rules.ts";
import { formatCents } from "#shared/money.ts";
import { amountOf, inKilos, type Weighed } from "#shared/weights.ts";
import { Badge } from "#ui/badge.tsx";
import { Price } from "#ui/price.tsx";
import { t } from "#words/t.ts";
import { discountTag, listCents, paidCents } from "../rules.ts";
import type { Card } from "./card.ts";
import { useLiveProduct } from "./live-products.ts";
import { SaveControls } from "./save-controls.ts";
import { UnitPrice } from "./unit-price.tsx";
import { useFewLeft } from "./use-few-left.ts";

/** Price and cart button, or a note that it is sold out (PROD-2). On phones the button stays in a bar at the bottom. */
export function Buy({ card: loaded }: { card: Card }) {
  const few = useFewLeft(useMemo(() => [loaded], [loaded])).get(loaded._id);
  const { card, left } = useLiveProduct(loaded, few);
  const [paid, list] = [paidCents(card), listCents(card)];
  const tag = discountTag(card.discount);
  const { OnPage: SaveOnPage } = use(SaveControls);
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center gap-3 md:mt-6">
        <Price paid={paid} list={list} per={card.weighed && "kg"} size="page" />
        {tag !== null && <Badge tone="yellow">{t("{off}% off", { off: tag })}</Badge>}
      </div>
      <p className="min-h-5 text-sm text-ink-2">
        {card.weighed?.by === "piece" ? aboutEach(paid, card.weighed) : <UnitPrice of={card} />}
        {list > paid &&
          `${card.unit_price && card.weighed?.by !== "weight" ? " · " : ""}${t("You save {amount}", { amount: formatCents(list - paid) })}`}
        {list > paid && card.weighed && "/kg"}
      </p>
      {/* The line is reserved: exact stock arrives after the page. */}
      <p className="min-h-5 text-sm font-semibold text-tomato">
        {left !== undefined && t("Only {left} left", { left: amountOf(left, card.weighed) })}
      </p>
      {card.weighed && (
        <p className="text-sm text-ink-2">{t("We weigh it when we pack your order. You never pay more than the estimate.")}</p>
      )}
      <div className="needs-script max-md:buy-bar md:mt-4 md:h-14 md:w-60">
        <div aria-hidden className="md:hidden">
          <Price paid={paid} list={list} per={card.weighed && "kg"} stacked />
        </div>
        <AddToCart product={card} size="page" />
      </div>
      <SaveOnPage product={card} />
      <style>
        {"@media (width < 48rem) { :root { --buy-bar: calc(3.625rem + max(0.625rem, env(safe-area-inset-bottom))); --edge: 0.5rem } }"}
      </style>
      <noscript>
        <p className="mt-5">{t("To add this to your cart, turn on JavaScript.")}</p>
      </noscript>
    </>
  );
}

/** What a weighed piece weighs, and what it costs then. */
function aboutEach(paidCents: number, weighed: Weighed): string {
  const price = formatCents(lineCents({ paidCents, quantity: 1, weighed }));
  return t("about {weight} each, about {price}", { weight: inKilos(weighed.grams), price });
}
