import { Suspense } from "react";
import { Link } from "react-router";
import type { Face } from "#shared/face.ts";
import { lazyExtra } from "#web/loading/lazy.ts";
import { promiseOf } from "#web/meta/page-meta.ts";
import { paths } from "#web/paths.ts";
import { LanguageLink } from "#web/preferences/language-link.tsx";
import { ThemeSwitch } from "#web/preferences/theme-switch.tsx";
import { t } from "#words/t.ts";
import { Logo } from "./logo.tsx";

const OpeningHours = lazyExtra(async () => ({ default: (await import("#web/opening-hours.tsx")).OpeningHours }));

const SHOP = [
  [t("Favorites"), paths.favorites],
  [t("About us"), paths.about],
  [t("Shipping policy"), paths.shipping],
  [t("Returns"), paths.returns],
] as const;
const LAW = [
  [t("Privacy"), paths.privacy],
  [t("Terms"), paths.terms],
] as const;

const BOOK = [t("Libro de Reclamaciones"), paths.complaintsBook] as const;

/** The shop, its own pages, how to reach it with its social links (NAV-14), and the theme. */
export function Footer({ face }: { face: Face }) {
  return (
    <footer className="footer border-t border-line bg-sunken pb-[calc(var(--cart-bar)+var(--buy-bar)+var(--edge))]">
      <div className="page grid gap-x-10 gap-y-8 py-10 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="flex flex-col items-start gap-3 sm:col-span-2 lg:col-span-1">
          <Logo face={face} />
          <p className="max-w-xs text-ink-2">{promiseOf(face)}.</p>
        </div>
        <FooterLinks title={t("Shop")} entries={SHOP} />
        <FooterLinks title={t("Legal")} entries={face.complaintsBook ? [...LAW, BOOK] : LAW} />
        <div>
          <h2 className="mb-2 text-sm font-bold">{t("Contact")}</h2>
          <ul>
            <li>
              <Link to="/contactUsPage" className={entry}>
                {t("Contact us")}
              </Link>
            </li>
            {face.email && (
              <li>
                <a href={`mailto:${face.email}`} className={entry}>
                  {face.email}
                </a>
              </li>
            )}
            {face.phone && (
              <li>
                <a href={`tel:${face.phone.replaceAll(/[^+\d]/g, "")}`} className={entry}>
                  {face.phone}
                </a>
              </li>
            )}
            {face.social.map((address) => (
              <li key={address}>
                <a href={address} rel="me noopener" className={entry}>
                  {t("Follow us on {address}", { address: siteName(address) })}
                </a>
              </li>
            ))}
          </ul>
          {face.address && <p className="mt-2 whitespace-pre-line wrap-anywhere text-ink-2">{face.address}</p>}
          {face.openingHours && (
            <Suspense>
              <OpeningHours face={face} className="mt-3 text-ink-2" />
            </Suspense>
          )}
        </div>
      </div>
      <div className="page text-sm text-ink-2">
        <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line py-5">
          <p>
            {t("Prices in {currency}.", { currency: face.currency.name })}
            {face.freeDelivery && ` ${t("Delivery is always free.")}`}
          </p>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <LanguageLink className={entry} />
            <ThemeSwitch />
          </div>
        </div>
      </div>
    </footer>
  );
}

const entry = "inline-flex min-h-9 items-center text-ink-2 underline-offset-4 hover:text-leaf hover:underline";

function FooterLinks({ title, entries }: { title: string; entries: readonly (readonly [string, string])[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-2 text-sm font-bold">{title}</h2>
      <ul>
        {entries.map(([name, path]) => (
          <li key={path}>
            <Link to={path} className={entry}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** `https://www.instagram.com/despensa` becomes "Instagram". */
function siteName(address: string): string {
  const name = new URL(address).hostname.split(".").at(-2) ?? "";
  return name.charAt(0).toUpperCase() + name.slice(1);
}
