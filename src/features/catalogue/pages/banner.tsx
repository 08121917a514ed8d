import { ArrowRight, BadgePercent, LayoutGrid, Truck } from "lucide-react";
import { Link } from "react-router";
import { buttonLook } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { paths } from "#web/paths.ts";
import avocado from "#web/pictures/avocado.webp";
import basket from "#web/pictures/basket.webp";
import bread from "#web/pictures/bread.webp";
import broccoli from "#web/pictures/broccoli.webp";
import cheese from "#web/pictures/cheese-wedge.webp";
import croissant from "#web/pictures/croissant.webp";
import egg from "#web/pictures/egg.webp";
import tomato from "#web/pictures/tomato.webp";
import { discountTag } from "../rules.ts";
import type { Card } from "./card.ts";
import { SELLING_POINTS } from "./selling-points.ts";

/** For the selling points. */
const ICONS = [Truck, BadgePercent, LayoutGrid].map((Icon, n) => <Icon key={n} aria-hidden className="size-6 shrink-0 text-leaf" />);

/** Center and width of each banner picture, in percent, on a phone (where some are hidden) and on a wide screen. */
const STILL_LIFE = [
  { src: broccoli, wide: [68, 28, 19] },
  { src: cheese, phone: [94, 56, 20], wide: [91, 29, 15.5] },
  { src: bread, phone: [79, 70, 33], wide: [86.5, 72, 25] },
  { src: avocado, phone: [63, 84, 17], wide: [75.5, 43, 14.5] },
  { src: tomato, phone: [81, 94, 20], wide: [60.5, 77, 17] },
  { src: egg, wide: [70, 97, 10] },
];

/** The tagline (HOME-4), the biggest offer (null for none, undefined while loading), and the selling points. */
export function Banner({ offer }: { offer?: Card | null }) {
  const off = offer && discountTag(offer.discount);
  return (
    <div className="page pt-4 md:pt-6">
      <div className="grid grid-cols-2 gap-3 md:gap-5 lg:grid-cols-[minmax(0,2.15fr)_minmax(0,1fr)]">
        <Hero />
        <Offer
          title={off ? `Up to ${off}% off right now` : "Good prices, every day"}
          to={off ? "#offers" : "#shelves"}
          call={off ? "See offers" : "To the shelves"}
          picture={basket}
          look={classNames("bg-marigold text-on-marigold", offer === undefined && "*:not-[img]:invisible")}
        />
        <Offer title="Popular right now" to={paths.search()} call="See them" picture={croissant} look="bg-peach text-ink" />
      </div>
      <ul className="panel mt-5 hidden divide-x divide-line md:grid md:grid-cols-3">
        {SELLING_POINTS.map(({ title, text }, n) => (
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
  return (
    <section
      aria-label="Welcome"
      className="relative col-span-2 flex min-h-77 flex-col max-[22.5rem]:min-h-84 justify-between overflow-hidden rounded-hero bg-[radial-gradient(circle_at_85%_15%,#1f7a4b,#14613a_45%,#0e4a2b)] p-6 text-white md:min-h-93 md:justify-center md:gap-7 md:p-12 lg:col-span-1 lg:row-span-2"
    >
      {STILL_LIFE.map(({ src, phone, wide }) => (
        <img
          key={src}
          src={src}
          alt=""
          width={480}
          height={480}
          style={{ ...place("phone", phone), ...place("wide", wide) }}
          className={classNames(
            "absolute top-(--phone-y) left-(--phone-x) h-auto w-(--phone-w) max-w-none -translate-1/2 md:top-(--wide-y) md:left-(--wide-x) md:w-(--wide-w)",
            !phone && "hidden md:block",
          )}
        />
      ))}
      <div className="relative">
        <h1 className="heading text-[2.25rem] leading-[1.05] max-[22.5rem]:text-[1.9rem] tracking-[-0.025em] md:text-5xl xl:text-6xl">
          The good pantry,
          <br />
          delivered free.
        </h1>
        <p className="mt-3 max-w-[24rem] text-base text-[#d9eedf] md:mt-5 md:text-lg">
          Quality products, exceptional service and free shipping on every order.
        </p>
      </div>
      <p className="relative">
        <a href="#shelves" className={buttonLook({ kind: "marigold", size: "large" }, "min-h-13")}>
          Shop the market
          <ArrowRight aria-hidden className="size-5" />
        </a>
      </p>
    </section>
  );
}

function place(screen: string, [x, y, width]: readonly number[] = []): Record<string, string> {
  return { [`--${screen}-x`]: `${x}%`, [`--${screen}-y`]: `${y}%`, [`--${screen}-w`]: `${width}%` };
}

function Offer({ title, to, call, picture, look }: { title: string; to: string; call: string; picture: string; look: string }) {
  return (
    <section className={classNames("relative min-h-36 overflow-hidden rounded-hero p-5 md:min-h-43 md:p-7", look)}>
      <img
        src={picture}
        alt=""
        width={480}
        height={480}
        className="absolute right-0 -bottom-[14%] h-auto w-[44%] max-w-36 max-[22.5rem]:w-[34%] md:-bottom-[22%] md:max-w-40"
      />
      <h2 className="heading relative max-w-52 text-xl md:text-2xl">{title}</h2>
      <Link to={to} className="relative mt-2 inline-flex min-h-8 items-center gap-2 text-sm font-bold after:absolute after:-inset-40">
        {call}
        <ArrowRight aria-hidden className="size-4" />
      </Link>
    </section>
  );
}
