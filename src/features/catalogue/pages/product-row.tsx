import { useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { ScrollArrow } from "#ui/scroll-arrow.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { Card } from "./card.ts";
import { ProductCard, ProductCardSkeleton } from "./product-card.tsx";
import { useFewLeft } from "./use-few-left.ts";

/** Pixels that one press scrolls a row (HOME-3). */
const STEP = 200;

const section = "pt-7.5 [content-visibility:auto] [contain-intrinsic-size:auto_27rem] md:pt-10.5";
const columns =
  "grid grid-flow-col auto-cols-[10.25rem] gap-3 md:auto-cols-[calc((100%-3rem)/4)] md:gap-4 lg:auto-cols-[calc((100%-4rem)/5)] xl:auto-cols-[calc((100%-5rem)/6)]";

interface ProductRowProps {
  id?: string;
  title: string;
  cards: readonly Card[];
  /** Link to all of the products. */
  seeAll?: string;
  /** Below the fold: in the browser, its cards are rendered when it comes near. */
  far?: boolean;
}

/** A horizontal row of products, scrolled by swiping or with buttons (HOME-1, HOME-3). */
export function ProductRow({ id, title, cards, seeAll, far = false }: ProductRowProps) {
  const heading = useId();
  const strip = useRef<HTMLUListElement>(null);
  const near = useNear(strip);
  // Keep what the server has rendered.
  const [whole] = useState(useHydrating());
  const few = useFewLeft(cards, near);
  const hasCards = near || whole || !far;
  return (
    <section id={id} aria-labelledby={heading} className={`${section} scroll-mt-28 md:scroll-mt-12`}>
      <div className="page">
        <div className="mb-4.5 flex items-center justify-between gap-3">
          <h2 id={heading} className="heading text-2xl md:text-3xl">
            {title}
          </h2>
          <div className="flex shrink-0 items-center gap-2">
            {seeAll && (
              <Link to={seeAll} className="touch inline-flex items-center gap-1.5 rounded-tag px-1 font-bold text-leaf hover:text-leaf-2">
                See All<span className="sr-only"> {title}</span>
                <ChevronRight aria-hidden className="size-4" />
              </Link>
            )}
            <span className="needs-script hidden gap-2 md:flex">
              <ScrollArrow strip={strip} by={-STEP} label={`Scroll ${title} left`} />
              {/* Remounted once the cards are there, to measure them. */}
              <ScrollArrow key={String(hasCards)} strip={strip} by={STEP} label={`Scroll ${title} right`} />
            </span>
          </div>
        </div>
      </div>
      <div className="page max-md:px-0">
        <ul
          ref={strip}
          className={`no-scrollbar -mx-1 -my-1 snap-x scroll-px-1 overflow-x-auto overscroll-x-contain px-1 py-1 max-md:mx-0 max-md:scroll-px-4 max-md:px-4 ${columns}`}
        >
          {hasCards
            ? cards.map((card) => (
                <li key={card._id} className="snap-start">
                  <ProductCard card={card} sizes="(width < 48rem) 148px, 200px" left={few.get(card._id)} />
                </li>
              ))
            : PLACES}
        </ul>
      </div>
    </section>
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
    <div className={section}>
      <div className="page">
        <Skeleton className="mb-4.5 h-9 w-56" />
        <ul aria-busy="true" data-testid="row-skeleton" className={`overflow-hidden ${columns}`}>
          {PLACES}
        </ul>
      </div>
    </div>
  );
}

const never = () => () => {};

/** Whether this render runs on the server or hydrates its output. */
function useHydrating(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
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
