import { Truck } from "lucide-react";
import { Link } from "react-router";
import { AddToCart } from "#features/cart/pages/add-to-cart.tsx";
import { pictureOf } from "#features/files/rules.ts";
import { Badge } from "#ui/badge.tsx";
import { classNames } from "#ui/class-names.ts";
import { Picture } from "#ui/picture.tsx";
import { Price } from "#ui/price.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { paths } from "#web/paths.ts";
import { discountTag, listCents, paidCents } from "../rules.ts";
import type { Card } from "./card.ts";
import { UnitPrice } from "./unit-price.tsx";

/** Price and button are side by side, but stacked in a narrow card or with a long price. */
const foot = "mt-auto flex flex-col gap-2 pt-3 @min-[12rem]:flex-row @min-[12rem]:items-end @min-[12rem]:justify-between";
const beside = "@min-[9rem]:flex-row @min-[9rem]:items-end @min-[9rem]:justify-between @min-[9rem]:gap-1";
const besideControl = "@min-[9rem]:w-19 @min-[12rem]:w-24";
/** In cents. */
const WIDE_PRICE = 10_000;

interface ProductCardProps {
  card: Card;
  /** The picture's `sizes` attribute. */
  sizes: string;
  /** Load the picture eagerly, since it is visible at first. */
  eager?: boolean;
  /** Items left, if only a few. */
  left?: number | undefined;
}

/** A product in a list (CARD-1 to CARD-5). The whole card links to the product; the button in its corner adds to the cart. */
export function ProductCard({ card, sizes, eager = false, left }: ProductCardProps) {
  const tag = discountTag(card.discount);
  const paid = paidCents(card);
  return (
    <article className="group @container relative flex h-full flex-col rounded-card border border-line bg-surface p-2 transition-colors duration-150 hover:border-line-2">
      <div className="relative">
        <Picture
          {...pictureOf(card.image)}
          alt=""
          sizes={sizes}
          eager={eager}
          className={card.available ? undefined : "opacity-45 grayscale"}
        />
        {tag !== null && (
          <Badge tone="marigold" className="absolute top-2 left-2">
            {tag}% off
          </Badge>
        )}
        {left !== undefined && (
          <Badge tone="red" className="absolute bottom-2 left-2">
            Only {left} left
          </Badge>
        )}
      </div>
      <div className="flex grow flex-col px-0.5 pt-3 pb-0.5 @min-[12rem]:px-1.5 @min-[12rem]:pb-1">
        <h3 className="line-clamp-2 min-h-[2.6em] leading-[1.3] font-semibold">
          <Link to={paths.product(card)} className="after:absolute after:inset-0 after:rounded-card">
            {card.name}
          </Link>
        </h3>
        <p className="mt-1.5 flex min-h-[1.45em] flex-wrap gap-x-2 text-sm">
          <span className="truncate text-ink-2">{card.unit}</span>
          <span className="font-semibold">
            <UnitPrice of={card.unit_price} />
          </span>
        </p>
        <p className="mt-1 flex items-center gap-1.5 text-xs whitespace-nowrap text-ink-3">
          <Truck aria-hidden className="size-3.5 shrink-0" />
          Free Shipping
        </p>
        <div className={classNames(foot, paid < WIDE_PRICE && beside)}>
          <div className="flex min-h-10 flex-col justify-end">
            <Price paid={paid} list={listCents(card)} stacked />
          </div>
          <div className={classNames("relative h-10.5", paid < WIDE_PRICE && besideControl)}>
            <div className="needs-script">
              <AddToCart product={card} size="card" />
            </div>
            <noscript>
              <p className="text-xs text-ink-2">Buying needs JavaScript.</p>
            </noscript>
          </div>
        </div>
      </div>
    </article>
  );
}

/** Placeholder for a card that is loading. */
export function ProductCardSkeleton() {
  return (
    <div aria-hidden className="@container flex h-full flex-col rounded-card border border-line bg-surface p-2">
      <Skeleton className="aspect-square w-full rounded-tile" />
      <div className="flex grow flex-col px-0.5 pt-3 pb-0.5 @min-[12rem]:px-1.5 @min-[12rem]:pb-1">
        <Skeleton className="h-3.5 w-full" />
        <Skeleton className="mt-2 mb-1.5 h-3.5 w-1/2" />
        <div className="h-11.5" />
        <div className={classNames(foot, beside)}>
          <div className="flex min-h-10 items-end">
            <Skeleton className="h-5 w-14" />
          </div>
          <Skeleton className={classNames("h-10.5 rounded-control", besideControl)} />
        </div>
      </div>
    </div>
  );
}
