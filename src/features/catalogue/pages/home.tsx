import { Suspense, use, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { Link, useLoaderData, useRevalidator, type ClientLoaderFunctionArgs, type LoaderFunctionArgs, type MetaArgs } from "react-router";
import { Reload } from "#ui/failure/reload.tsx";
import { call } from "#web/call.ts";
import { logFailure } from "#web/log-failure.ts";
import { missing } from "#web/missing.ts";
import { shopFacts, siteFacts } from "#web/meta/shop-facts.ts";
import { faceOf, pageMeta, promiseOf } from "#web/meta/page-meta.ts";
import { paths } from "#web/paths.ts";
import { rememberSeen } from "#web/seen.ts";
import { t } from "#words/t.ts";
import { home, type HomeRow } from "../contract.ts";
import { cardBytes, rowBytes } from "../rules.ts";
import { Banner } from "./banner.tsx";
import { toCard, type Card } from "./card.ts";
import { CategoryGrid, CategoryGridSkeleton } from "./category-grid.tsx";
import { isPastTheLast, pageOf } from "./page-number.ts";
import { ProductRow, ProductRowSkeleton } from "./product-row.tsx";
import { toLinked, type Linked } from "./sub-categories.ts";

/** A category on the home page, its first subcategory, and some of its products. */
export interface Row {
  category: Linked;
  subCategory: Linked;
  /** Missing in the server's page for rows further down, which the browser loads when they come near. */
  cards?: Card[];
}

interface Shelves {
  rows: Row[];
  offers: Card[];
  /** Shops with very many categories have several pages of them. */
  page: number;
  totalPage: number;
}

interface HomeData {
  /** In the browser, the page renders before its rows arrive. Resolves to nothing if they could not be loaded. */
  shelves: Shelves | Promise<Shelves | void>;
}

/** Rows whose products are in the page that the server sends, if they fit. */
const COMPLETE = 1;
/** The most bytes of HTML for categories and products. All else takes some 32 KB, and the page has at most 150 KB. */
const MOST_BYTES = 114_000;

const toRow = ({ category, subCategory, products }: HomeRow): Row => ({
  category: toLinked(category),
  subCategory: toLinked(subCategory),
  cards: products.map(toCard),
});

async function read(page: number): Promise<Shelves> {
  const { data, offers, totalPage } = await call(home, { page });
  const shelves = { rows: data.map(toRow), offers: offers.map(toCard), page, totalPage };
  if (isPastTheLast(shelves)) throw missing();
  return shelves;
}

const total = (bytes: readonly number[]) => bytes.reduce((sum, one) => sum + one, 0);

export async function loader({ request }: LoaderFunctionArgs) {
  const { rows, offers, ...rest } = await read(pageOf(new URL(request.url)));
  let left = MOST_BYTES - total(rows.map(rowBytes));
  const takes = (cards: readonly Card[]) => {
    const bytes = total(cards.map(cardBytes));
    if (bytes > left) return false;
    left -= bytes;
    return true;
  };
  const shown = {
    offers: offers.filter((card) => takes([card])),
    rows: rows.map(({ cards = [], ...row }, place) => (place < COMPLETE && takes(cards) ? { ...row, cards } : row)),
  };
  return { shelves: { ...rest, ...shown } };
}

const seen = rememberSeen<Shelves>();

/** Does not wait for the rows, so that navigation is immediate. Back restores the page as it was. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<HomeData> {
  const shelves =
    seen.recall(request.url) ?? read(pageOf(new URL(request.url))).catch((error: unknown) => logFailure("the categories", error));
  return { shelves };
}

export function meta({ loaderData, matches }: MetaArgs<typeof loader>) {
  const page = loaderData && "page" in loaderData.shelves ? loaderData.shelves.page : 1;
  const face = faceOf(matches);
  return pageMeta(face, {
    title: page > 1 ? t("Shelves, page {page}", { page }) : "",
    description: t("{promise}: fruits, bread, coffee and everything else for the pantry.", { promise: promiseOf(face) }),
    path: paths.homePage(page),
    facts: page > 1 ? [] : [siteFacts(face), shopFacts(face)],
  });
}

interface Parts {
  /** Below the banner. */
  delivery: ReactNode;
  /** A row for the person who is signed in. */
  personal: ReactNode;
}

/** The home page. */
export function Home(parts: Parts) {
  const { shelves } = useLoaderData<typeof clientLoader>();
  return (
    <Suspense fallback={<Waiting />}>
      <Shelves shelves={shelves} {...parts} />
    </Suspense>
  );
}

function Shelves({ shelves: given, delivery, personal }: HomeData & Parts) {
  const shelves = given instanceof Promise ? use(given) : given;
  const { revalidate } = useRevalidator();
  const rest = useRest(shelves || undefined);
  if (!shelves) {
    return (
      <>
        <Banner />
        <Reload again={() => void revalidate()} />
      </>
    );
  }
  const { offers, page, totalPage } = shelves;
  return (
    <>
      {page === 1 ? (
        <Banner offer={offers[0] ?? null} />
      ) : (
        <h1 className="page heading pt-6 text-4xl">{t("Shelves, page {page}", { page })}</h1>
      )}
      {page === 1 && delivery}
      <CategoryGrid rows={shelves.rows} />
      {offers.length > 0 && <ProductRow id="offers" title={t("Offers")} cards={offers} seeAll={paths.offers} />}
      {page === 1 && personal}
      {rest.rows.map(({ category, subCategory, cards }, place) => (
        // Each row hydrates separately, so that none delays input.
        <Suspense key={category._id} fallback={<ProductRowSkeleton />}>
          <ProductRow
            title={category.name}
            cards={cards}
            seeAll={paths.listing(category, subCategory)}
            far={place >= COMPLETE}
            onNear={rest.load}
            again={rest.again}
          />
        </Suspense>
      ))}
      {totalPage > 1 && (
        <nav aria-label={t("More shelves")} className="page flex justify-center gap-8 pt-10 text-lg font-semibold text-leaf">
          {page > 1 && <Link to={paths.homePage(page - 1)}>{t("Previous shelves")}</Link>}
          {page < totalPage && <Link to={paths.homePage(page + 1)}>{t("More shelves")}</Link>}
        </nav>
      )}
    </>
  );
}

/** The rows, and a way to load the products that the server's page left out: all at once, when the first of them comes near. */
function useRest(shelves: Shelves | undefined) {
  const [loaded, setLoaded] = useState<{ of: Shelves; rows: Row[] } | { of: Shelves; failed: true }>();
  const loading = useRef<Shelves>(undefined);
  const mine = loaded?.of === shelves ? loaded : undefined;
  const rows = useMemo(() => (mine && "rows" in mine ? mine.rows : (shelves?.rows ?? [])), [mine, shelves]);
  const failed = mine !== undefined && "failed" in mine;
  const load = async () => {
    if (!shelves || loading.current === shelves || rows.every(({ cards }) => cards)) return;
    loading.current = shelves;
    try {
      const whole = await read(shelves.page);
      const find = (id: string) => whole.rows.find(({ category }) => category._id === id)?.cards;
      setLoaded({ of: shelves, rows: rows.map((row) => ({ ...row, cards: row.cards ?? find(row.category._id) ?? [] })) });
    } catch (error) {
      logFailure("the products of the shelves", error);
      setLoaded({ of: shelves, failed: true });
    }
  };
  useEffect(() => {
    if (shelves) seen.keep({ ...shelves, rows });
  }, [shelves, rows]);
  const again = () => {
    loading.current = undefined;
    void load();
  };
  return { rows, load: () => void load(), again: failed ? again : undefined };
}

function Waiting() {
  return (
    <>
      <Banner />
      <CategoryGridSkeleton />
      <ProductRowSkeleton />
      <ProductRowSkeleton />
    </>
  );
}
