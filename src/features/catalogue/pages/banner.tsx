import { ArrowRight, BadgePercent, LayoutGrid, Truck } from "lucide-react";
import { Link } from "react-router";
import { buttonLook } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { paths } from "#web/paths.ts";
import { promiseOf } from "#web/meta/page-meta.ts";
import { useFace } from "#web/use-face.ts";
import avocado from "#web/pictures/avocado.webp";
import avocadoSmall from "#web/pictures/avocado-240.webp";
import basket from "#web/pictures/basket.webp";
import basketSmall from "#web/pictures/basket-240.webp";
import bread from "#web/pictures/bread.webp";
import breadSmall from "#web/pictures/bread-240.webp";
import broccoli from "#web/pictures/broccoli.webp";
import broccoliSmall from "#web/pictures/broccoli-240.webp";
import cheese from "#web/pictures/cheese-wedge.webp";
import cheeseSmall from "#web/pictures/cheese-wedge-240.webp";
import croissant from "#web/pictures/croissant.webp";
import croissantSmall from "#web/pictures/croissant-240.webp";
import egg from "#web/pictures/egg.webp";
import eggSmall from "#web/pictures/egg-240.webp";
import tomato from "#web/pictures/tomato.webp";
import tomatoSmall from "#web/pictures/tomato-240.webp";
import { t } from "#words/t.ts";
import { discountTag } from "../rules.ts";
import type { Card } from "./card.ts";
import { sellingPoints } from "./selling-points.ts";

/** For the selling points. */
const ICONS = [Truck, BadgePercent, LayoutGrid].map((Icon, n) => <Icon key={n} aria-hidden className="size-6 shrink-0 text-leaf" />);

/** A picture in its two widths. */
interface Cutout {
  large: string;
  small: string;
}

/**
 * Center and width of each banner picture, in percent: of the corner beside the button on a phone (where some are hidden), of the banner on
 * a wide screen.
 */
const STILL_LIFE: { picture: Cutout; phone?: Position; wide: Position }[] = [
  { picture: { large: broccoli, small: broccoliSmall }, wide: [72, 27, 17] },
  { picture: { large: cheese, small: cheeseSmall }, phone: [86, 30, 44], wide: [91.5, 28, 15] },
  { picture: { large: bread, small: breadSmall }, phone: [54, 66, 72], wide: [86.5, 72, 25] },
  { picture: { large: avocado, small: avocadoSmall }, phone: [18, 88, 38], wide: [76.5, 48, 13] },
  { picture: { large: tomato, small: tomatoSmall }, phone: [70, 98, 46], wide: [60.5, 77, 17] },
  { picture: { large: egg, small: eggSmall }, wide: [70, 97, 10] },
];

type Position = readonly [x: number, y: number, width: number];

/** The words come first: the headline's font must not share the connection with pictures beside it. */
const sourcesOf = ({ large, small }: Cutout) =>
  ({ src: large, srcSet: `${small} 240w, ${large} 480w`, width: 480, height: 480, fetchPriority: "low" }) as const;

/** The tagline (HOME-4), the biggest offer (null for none, undefined while loading), and the selling points. */
export function Banner({ offer }: { offer?: Card | null }) {
  const face = useFace();
  const off = offer && discountTag(offer.discount);
  return (
    <div className="page pt-4 md:pt-6">
      <div className="grid grid-cols-2 gap-3 md:gap-5 lg:grid-cols-[minmax(0,2.15fr)_minmax(0,1fr)]">
        <Hero />
        <Offer
          title={off ? t("Up to {off}% off right now", { off }) : t("Good prices, every day")}
          to={off ? "#offers" : "#shelves"}
          call={off ? t("See offers") : t("Browse the shelves")}
          picture={{ large: basket, small: basketSmall }}
          look={classNames("bg-marigold text-on-marigold", offer === undefined && "*:not-[img]:invisible")}
        />
        <Offer
          title={t("Popular right now")}
          to={paths.search()}
          call={t("See all")}
          picture={{ large: croissant, small: croissantSmall }}
          look="bg-peach text-ink"
        />
      </div>
      <ul className="panel mt-5 hidden divide-x divide-line md:grid md:grid-cols-3">
        {sellingPoints(face).map(({ title, text }, n) => (
          <li key={title} className="flex items-center gap-3.5 px-5 py-4">
            {ICONS[n]}
            <div>
              <p className="font-bold">{title}</p>
              <p className="text-sm text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Hero() {
  const face = useFace();
  const { banner, freeDelivery, pickupOnly } = face;
  const delivered = freeDelivery ? t("delivered free.") : t("delivered.");
  return (
    <section
      aria-label={t("Welcome")}
      className="@container relative col-span-2 flex min-h-72 flex-col justify-between gap-5 overflow-hidden rounded-hero bg-[radial-gradient(circle_at_85%_15%,var(--hero-1),var(--hero-2)_45%,var(--hero-3))] p-6 text-white md:min-h-93 md:justify-center md:gap-7 md:p-12 lg:col-span-1 lg:row-span-2"
    >
      {banner?.picture ? (
        <img
          src={banner.picture}
          alt={banner.alt}
          width={640}
          height={640}
          className="absolute right-[4%] bottom-0 w-[36%] max-w-90 max-md:h-28 max-md:w-auto"
        />
      ) : (
        <div className="absolute right-0 bottom-0 aspect-square w-[calc(100%-14.25rem)] max-w-44 md:inset-0 md:aspect-auto md:w-auto md:max-w-none">
          {STILL_LIFE.map(({ picture, phone, wide }) => (
            <img
              key={picture.large}
              {...sourcesOf(picture)}
              sizes={`(width < 48rem) ${phone ? 8 : 0}rem, (width < 81rem) ${wide[2]}vw, ${Math.round(wide[2] * 8.5)}px`}
              alt=""
              // A lazy picture that is hidden is never loaded.
              loading={phone ? undefined : "lazy"}
              style={{ ...place("phone", phone), ...place("wide", wide) }}
              className={classNames(
                "absolute top-(--phone-y) left-(--phone-x) h-auto w-(--phone-w) max-w-none -translate-1/2 md:top-(--wide-y) md:left-(--wide-x) md:w-(--wide-w)",
                !phone && "hidden md:block",
              )}
            />
          ))}
        </div>
      )}
      {/* In every language, words stay clear of the pictures. */}
      <div className={classNames("relative", banner && "md:max-w-[54%]", banner?.picture && "max-md:pb-12")}>
        <h1 className="heading text-[2.25rem] leading-[1.05] max-[22.5rem]:text-[1.9rem] tracking-[-0.025em] md:text-[min(3.5rem,6.3cqw)]">
          {banner?.title || (
            <>
              {t("The good pantry,")}
              <br />
              {pickupOnly ? t("ready for pickup.") : delivered}
            </>
          )}
        </h1>
        <p className="mt-3 max-w-[18rem] text-base text-(--hero-ink) md:mt-5 md:max-w-[46%] md:text-lg">
          {banner?.text || `${promiseOf(face)}.`}
        </p>
      </div>
      <p className="relative">
        <a href={banner?.target || "#shelves"} className={buttonLook({ kind: "marigold", size: "large" }, "min-h-13")}>
          {banner?.button || t("Shop the market")}
          <ArrowRight aria-hidden className="size-5" />
        </a>
      </p>
    </section>
  );
}

function place(screen: string, [x, y, width]: Position | [] = []): Record<string, string> {
  return { [`--${screen}-x`]: `${x}%`, [`--${screen}-y`]: `${y}%`, [`--${screen}-w`]: `${width}%` };
}

function Offer({ title, to, call, picture, look }: { title: string; to: string; call: string; picture: Cutout; look: string }) {
  return (
    <section className={classNames("relative min-h-31 overflow-hidden rounded-hero p-4 md:min-h-43 md:p-7", look)}>
      <img
        {...sourcesOf(picture)}
        sizes="(width < 48rem) 20vw, 160px"
        alt=""
        className="absolute -right-[4%] -bottom-[14%] h-auto w-[40%] max-w-36 max-[22.5rem]:w-[34%] md:-bottom-[22%] md:max-w-40"
      />
      <h2 className="heading relative max-w-52 text-lg sm:max-md:max-w-40 md:text-2xl">{title}</h2>
      <Link to={to} className="relative mt-2 inline-flex min-h-8 items-center gap-2 text-sm font-bold after:absolute after:-inset-40">
        {call}
        <ArrowRight aria-hidden className="size-4" />
      </Link>
    </section>
  );
}
