import { useEffect, useId, useRef, useState } from "react";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { Reload } from "#ui/failure/reload.tsx";
import { ScrollArrow } from "#ui/scroll-arrow.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { t } from "#words/t.ts";
import type { Card } from "./card.ts";
import { ProductCard, ProductCardSkeleton } from "./product-card.tsx";
import { useFewLeft } from "./use-few-left.ts";

/** Pixels that one press scrolls a row (HOME-3). */
const STEP = 200;

const NONE: readonly Card[] = [];

interface ProductRowProps {
  id?: string;
  title: string;
  /** Undefined until they are loaded. */
  cards: readonly Card[] | undefined;
  /** Address of all of the products. */
  seeAll?: string | undefined;
  /** Below the fold: its cards are rendered when it comes near. */
  far?: boolean;
  /** Called when the row comes near without its cards. */
  onNear?: () => void;
  /** Loads the cards again, after that failed. */
  again?: (() => void) | undefined;
}

/** A horizontal row of products, scrolled by swiping or with buttons (HOME-1, HOME-3). */
export function ProductRow({ id, title, cards, seeAll, far = false, onNear, again }: ProductRowProps) {
  const heading = useId();
  const row = useRef<HTMLElement>(null);
  const strip = useRef<HTMLUListElement>(null);
  const near = useNear(row);
  const few = useFewLeft(cards ?? NONE, near);
  const shown = near || !far ? cards : undefined;
  useEffect(() => {
    if (near && !cards) onNear?.();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once; a failure is tried again by hand
  }, [near]);
  return (
    <section ref={row} id={id} aria-labelledby={heading} className="product-row">
      <div className="page product-row-head">
        <h2 id={heading} className="heading text-2xl md:text-3xl">
          {title}
        </h2>
        <div className="flex shrink-0 items-center gap-2">
          {seeAll && (
            <Link to={seeAll} className="touch inline-flex items-center gap-1.5 rounded-tag px-1 font-bold text-leaf hover:text-leaf-2">
              {t("See All")}
              <span className="sr-only">{` ${title}`}</span>
              <ChevronRight aria-hidden className="size-4" />
            </Link>
          )}
          {shown && (
            <span className="needs-script hidden gap-2 md:flex">
              <ScrollArrow strip={strip} by={-STEP} label={t("Scroll {title} left", { title })} />
              <ScrollArrow strip={strip} by={STEP} label={t("Scroll {title} right", { title })} />
            </span>
          )}
        </div>
      </div>
      {shown ? (
        <div className="page max-md:px-0">
          <ul ref={strip} className="product-strip">
            {shown.map((card) => (
              <li key={card._id}>
                <ProductCard card={card} sizes="(width < 48rem) 148px, 200px" left={few.get(card._id)} />
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <div className="page needs-script max-md:px-0">{again ? <Reload again={again} /> : <RowPlaceholder full={near} />}</div>
      )}
    </section>
  );
}

/** Holds the place of a row's cards; near the viewport, with placeholders. */
function RowPlaceholder({ full }: { full: boolean }) {
  return (
    <ul aria-hidden className="product-strip product-place overflow-hidden">
      {full ? PLACES : <li />}
    </ul>
  );
}

const PLACES = Array.from({ length: 6 }, (_, place) => (
  <li key={place}>
    <ProductCardSkeleton />
  </li>
));

/** Placeholders for six cards (HOME-3). */
export function ProductRowSkeleton() {
  return (
    <div className="product-row">
      <div className="page product-row-head">
        <Skeleton className="h-7 w-56" />
      </div>
      <div className="page max-md:px-0">
        <ul aria-busy="true" data-testid="row-skeleton" className="product-strip overflow-hidden">
          {PLACES}
        </ul>
      </div>
    </div>
  );
}

/** Whether an element is near the viewport. */
function useNear(element: React.RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        setNear(true);
        observer.disconnect();
      },
      { rootMargin: "600px" },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return near;
}
