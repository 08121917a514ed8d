import { Suspense, use, useEffect } from "react";
import { useLoaderData, useRevalidator, type ClientLoaderFunctionArgs, type MetaArgs } from "react-router";
import { Reload } from "#ui/reload.tsx";
import { call } from "#web/call.ts";
import { logFailure } from "#web/log-failure.ts";
import { faceOf, pageMeta } from "#web/page-meta.ts";
import { paths } from "#web/paths.ts";
import { rememberSeen } from "#web/seen.ts";
import { home, type HomeRow } from "../contract.ts";
import { Banner } from "./banner.tsx";
import { toCard, type Card } from "./card.ts";
import { CategoryGrid, CategoryGridSkeleton } from "./category-grid.tsx";
import { ProductRow, ProductRowSkeleton } from "./product-row.tsx";
import { toLinked, type Linked } from "./sub-categories.ts";

/** A category on the home page, its first subcategory, and some of its products. */
export interface Row {
  category: Linked;
  subCategory: Linked;
  cards: Card[];
}

/** Maximum number of offers. */
const OFFERS = 12;

const toRow = ({ category, subCategory, products }: HomeRow): Row => ({
  category: toLinked(category),
  subCategory: toLinked(subCategory),
  cards: products.map(toCard),
});

const read = async () => (await call(home, undefined)).data.map(toRow);

export async function loader() {
  return { rows: await read() };
}

const seen = rememberSeen<Row[]>();

interface HomeData {
  /** In the browser, the page renders before its rows arrive. Resolves to nothing if they could not be loaded. */
  rows: Row[] | Promise<Row[] | void>;
}

/** Does not wait for the rows, so that navigation is immediate. Back restores the page as it was. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<HomeData> {
  const rows = seen.recall(request.url) ?? read().catch((error: unknown) => logFailure("the categories", error));
  return { rows };
}

export function meta({ matches }: MetaArgs<typeof loader>) {
  return pageMeta(faceOf(matches), {
    title: "",
    description:
      "Quality products, exceptional service and free shipping on every order: fruits, bread, coffee and everything else for the pantry.",
    path: paths.home,
  });
}

export default function Home() {
  const { rows } = useLoaderData<typeof clientLoader>();
  return (
    <Suspense fallback={<Waiting />}>
      <Shelves rows={rows} />
    </Suspense>
  );
}

function Shelves({ rows: given }: HomeData) {
  const rows = given instanceof Promise ? use(given) : given;
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (rows) seen.keep(rows);
  }, [rows]);
  if (!rows) {
    return (
      <>
        <Banner />
        <Reload again={() => void revalidate()} />
      </>
    );
  }
  const offers = offersOf(rows);
  return (
    <>
      <Banner offer={offers[0] ?? null} />
      <CategoryGrid rows={rows} />
      {offers.length > 0 && <ProductRow id="offers" title="Offers" cards={offers} />}
      {rows.map(({ category, subCategory, cards }, place) => (
        // Each row hydrates separately, so that none delays input.
        <Suspense key={category._id} fallback={<ProductRowSkeleton />}>
          <ProductRow title={category.name} cards={cards} seeAll={paths.listing(category, subCategory)} far={place > 1} />
        </Suspense>
      ))}
    </>
  );
}

/** The biggest discounts among available products, from all rows. */
function offersOf(rows: readonly Row[]): Card[] {
  const reduced = rows.flatMap(({ cards }) => cards).filter((card) => card.discount > 0 && card.available);
  return reduced.sort((a, b) => b.discount - a.discount).slice(0, OFFERS);
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
