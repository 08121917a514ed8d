import { use } from "react";
import { Link } from "react-router";
import { AddToCart } from "#features/cart/pages/add-to-cart.tsx";
import { pictureOf } from "#features/files/rules.ts";
import { amountOf } from "#shared/weights.ts";
import { Badge } from "#ui/badge.tsx";
import { classNames } from "#ui/class-names.ts";
import { Picture } from "#ui/picture.tsx";
import { Price } from "#ui/price.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { paths } from "#web/paths.ts";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import { discountTag, listCents, paidCents } from "../rules.ts";
import type { Card } from "./card.ts";
import { useLiveProduct } from "./live-products.ts";
import { SaveControls } from "./save-controls.ts";
import { UnitPrice } from "./unit-price.tsx";

/** In cents: prices from `LONG_PRICE` are set smaller, prices from `WIDE_PRICE`, and those per kilogram, get a line of their own. */
const LONG_PRICE = 10_000;
const WIDE_PRICE = 100_000;

interface ProductCardProps {
  card: Card;
  /** The picture's `sizes` attribute. */
  sizes: string;
  /** Load the picture eagerly, since it is visible at first. */
  eager?: boolean;
  /** Items left, if only a few. */
  left?: number | undefined;
}

/** A product in a list (CARD-1 to CARD-5). The whole card links to the product, except Add and the heart. */
export function ProductCard({ card: loaded, sizes, eager = false, left: few }: ProductCardProps) {
  const { card, left } = useLiveProduct(loaded, few);
  const { freeDelivery } = useFace();
  const { OnCard: SaveOnCard } = use(SaveControls);
  const tag = discountTag(card.discount);
  const paid = paidCents(card);
  return (
    <article className="product-card">
      <div className="relative">
        <Picture {...pictureOf(card.image)} alt="" sizes={sizes} eager={eager} gray={!card.available} />
        {tag !== null && (
          <Badge tone="marigold" className="offer-badge">
            {t("{off}% off", { off: tag })}
          </Badge>
        )}
        {left !== undefined && (
          <Badge tone="red" className="few-badge">
            {t("Only {left} left", { left: amountOf(left, card.weighed) })}
          </Badge>
        )}
      </div>
      <div className="product-card-text">
        <h3 className="product-card-name line-clamp-2">
          <Link to={paths.product(card)}>{card.name}</Link>
        </h3>
        <p className="product-card-unit">
          <span>{card.unit}</span>
          <UnitPrice of={card} />
        </p>
        <p className="product-card-shipping">{freeDelivery && t("Free Shipping")}</p>
        <div className={classNames("product-card-foot", (paid >= WIDE_PRICE || card.weighed) && "is-wide", card.weighed && "is-weighed")}>
          <div className="product-card-price">
            <Price paid={paid} list={listCents(card)} per={card.weighed && "kg"} size={paid < LONG_PRICE ? "card" : "small"} stacked />
          </div>
          <div className="product-card-control">
            <div className="needs-script">
              <AddToCart product={card} size="card" />
            </div>
            <noscript>
              <p className="text-xs text-ink-2">{t("Buying needs JavaScript.")}</p>
            </noscript>
          </div>
        </div>
      </div>
      <SaveOnCard product={card} />
    </article>
  );
}

/** Placeholder for a card that is loading. */
export function ProductCardSkeleton() {
  return (
    <div aria-hidden className="product-card">
      <Skeleton className="aspect-square w-full rounded-tile" />
      <div className="product-card-text">
        <div className="h-[2.4375rem]">
          <Skeleton className="h-3.5 w-full" />
        </div>
        <div className="product-card-unit">
          <Skeleton className="h-3.5 w-1/2" />
        </div>
        <div className="product-card-shipping" />
        <div className="product-card-foot">
          <div className="product-card-price">
            <Skeleton className="h-5 w-14" />
          </div>
          <Skeleton className="product-card-control rounded-control" />
        </div>
      </div>
    </div>
  );
}
