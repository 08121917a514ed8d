import { Suspense, use, useCallback, useEffect } from "react";
import {
  Link,
  redirect,
  useLoaderData,
  useRevalidator,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
} from "react-router";
import { buttonLook } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { TryAgain } from "#ui/failure/try-again.tsx";
import { call, messageOf } from "#web/call.ts";
import { logFailure } from "#web/log-failure.ts";
import { missing } from "#web/missing.ts";
import { faceOf, pageMeta } from "#web/meta/page-meta.ts";
import { paths } from "#web/paths.ts";
import basket from "#web/pictures/basket.webp";
import { rememberSeen } from "#web/seen.ts";
import { splitLanguage } from "#words/language.ts";
import { t } from "#words/t.ts";
import { isNarrowed, writeAddress, type Narrowing } from "../../catalogue/narrowing/rules.ts";
import { checkAddress } from "../../catalogue/pages/narrowing/check-address.ts";
import { countOf } from "../../catalogue/pages/narrowing/count-of.ts";
import { NarrowedEmpty } from "../../catalogue/pages/narrowing/narrowed-empty.tsx";
import { NarrowingBar } from "../../catalogue/pages/narrowing/narrowing-bar.tsx";
import { useChoices, withChoices } from "../../catalogue/pages/narrowing/use-choices.ts";
import { isPastTheLast, pageOf } from "../../catalogue/pages/page-number.ts";
import { ProductGrid, Skeletons } from "../../catalogue/pages/product-grid.tsx";
import { toProductPage, useEndlessList, type ProductPage } from "../../catalogue/pages/product-list.ts";
import { searchProducts } from "../contract.ts";
import { useCountedSearch } from "./use-counted-search.ts";
import { readAsked, resultsInput, searchInput, type Asked } from "./search-input.ts";
import { setFirstResults } from "./suggestions/first-results.ts";
import { beginSearch, endSearch, useSearching } from "./search-under-way.ts";

/** Milliseconds without typing after which the choices are counted. */
const PAUSE = 400;

interface Found {
  pages: readonly ProductPage[];
  /** What was searched for instead, because a word does not occur. */
  corrected?: string | undefined;
  /** Why the search failed. */
  problem?: string;
}

interface SearchData extends Asked {
  /** In the browser the page renders before its results arrive. */
  found: Found | Promise<Found>;
}

/** Tells searches apart. */
const keyOf = ({ q, exact, narrowing }: Asked) => JSON.stringify([q, exact, writeAddress(narrowing).toString()]);

async function find(asked: Asked, page: number, signal?: AbortSignal): Promise<Found> {
  const answer = await call(searchProducts, searchInput(asked, page), { signal });
  return { pages: [toProductPage(answer)], corrected: answer.corrected };
}

export async function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  // The router ignores case.
  if (splitLanguage(url.pathname).address !== paths.search()) throw redirect(paths.search() + url.search, 301);
  const asked = readAsked(url);
  checkAddress(url, asked.narrowing);
  const found = await find(asked, pageOf(url));
  if (found.pages.some(isPastTheLast)) throw missing();
  return { ...asked, found };
}

const seen = rememberSeen<SearchData>();

/** Does not wait for the results, since the address changes with every letter. A newer search aborts an older one. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<SearchData> {
  const url = new URL(request.url);
  const asked = readAsked(url);
  const signal = beginSearch(keyOf(asked));
  const known = seen.recall(request.url);
  if (known) return known;
  const found = find(asked, pageOf(url), signal).catch((error: unknown): Found | Promise<Found> => {
    // A newer search has replaced this one.
    if (signal.aborted) return new Promise(() => {});
    logFailure(`the results for “${asked.q}”`, error);
    return { pages: [], problem: messageOf(error) };
  });
  return { ...asked, found };
}

export function meta({ loaderData, matches }: MetaArgs<typeof loader>) {
  const q = loaderData?.q;
  const isPlain = loaderData !== undefined && answersWords(loaderData);
  const isListed = isPlain && !isNarrowed(loaderData.narrowing);
  const face = faceOf(matches);
  return pageMeta(face, {
    title: q?.trim() ? `“${q.trim()}”` : t("Search"),
    description: face.freeDelivery
      ? t("Search the whole shop: fruits, vegetables, bread, coffee and everything for the home, with free shipping on every order.")
      : t("Search the whole shop: fruits, vegetables, bread, coffee and everything for the home."),
    path: paths.search(isPlain ? q : ""),
    unlisted: loaderData !== undefined && !isListed,
  });
}

/** Whether the words found something exactly as typed. Search engines may list such a search, but not narrowed ones. */
function answersWords({ q, exact, found }: SearchData): boolean {
  if (!q || exact) return false;
  return !("pages" in found) || (found.corrected === undefined && found.pages.some(({ totalCount }) => totalCount > 0));
}

/** Whether the address is still the one of these results. */
function isShown(asked: Asked): boolean {
  return keyOf(readAsked(new URL(window.location.href))) === keyOf(asked);
}

export default function SearchPage() {
  const data = useLoaderData<typeof clientLoader>();
  return (
    <div className="page pt-4 md:pt-6">
      <Suspense fallback={<Waiting {...data} />}>
        <Results data={data} />
      </Suspense>
    </div>
  );
}

const LOOK = {
  grid: "grid-cols-2 gap-2.5 md:grid-cols-3 md:gap-4 lg:grid-cols-4 xl:grid-cols-5",
  sizes: "(width < 48rem) 46vw, (width < 64rem) 30vw, 230px",
};

function Title({ q, narrowing }: { q: string; narrowing: Narrowing }) {
  const typed = q.trim();
  return (
    <h1 className="heading min-w-0 text-2xl wrap-anywhere md:text-4xl">
      {typed ? t("Results for “{q}”", { q: typed }) : nameOfAll(narrowing)}
    </h1>
  );
}

/** What a search for nothing lists. */
function nameOfAll(narrowing: Narrowing): string {
  if (narrowing.offer) return t("Offers");
  return isNarrowed(narrowing) ? t("Products") : t("Popular right now");
}

function Waiting({ q, narrowing }: Asked) {
  return (
    <>
      <div className="mb-4 flex min-h-10 items-baseline">
        <Title q={q} narrowing={narrowing} />
      </div>
      <ul aria-busy="true" aria-label={t("Searching")} className={`grid ${LOOK.grid}`}>
        <Skeletons count={10} />
      </ul>
    </>
  );
}

/** The results. Old ones stay, dimmed, until the new ones load, because the router navigates in a transition. */
function Results({ data }: { data: SearchData }) {
  const { q, exact, narrowing } = data;
  const found = data.found instanceof Promise ? use(data.found) : data.found;
  useEffect(() => endSearch(keyOf(data)), [data]);
  useEffect(
    () => setFirstResults(isNarrowed(narrowing) ? [] : (found.pages[0]?.cards ?? []), found.problem !== undefined),
    [found, narrowing],
  );
  useEffect(() => () => setFirstResults([]), []);
  const stale = useSearching();
  const { revalidate } = useRevalidator();
  const load = useCallback(
    async (page: number) => toProductPage(await call(searchProducts, { ...resultsInput({ q, exact, narrowing }), page })),
    [q, exact, narrowing],
  );
  const list = useEndlessList(found.pages, load);
  const { totalCount: total = 0, unfilteredCount = 0, among, choices: known } = list.pages[0] ?? {};
  useCountedSearch(q, found.problem ? undefined : total > 0 || unfilteredCount > 0);
  const readChoices = useCallback(
    async (signal: AbortSignal) =>
      (await call(searchProducts, { ...resultsInput({ q, exact, narrowing }), limit: 1, choices: true }, { signal })).choices,
    [q, exact, narrowing],
  );
  const { choices, isOld, hurry } = useChoices(data, { known, isWanted: total > 0, pause: PAUSE, read: readChoices });
  useEffect(() => {
    // Do not remember failures, or results of an earlier address.
    if (found.problem || !isShown(data)) return;
    seen.keep({ ...data, found: { ...found, pages: withChoices(list.pages, { choices, isOld }) } });
  }, [data, found, list.pages, choices, isOld]);

  return (
    <>
      <div className="mb-4 flex min-h-10 items-baseline justify-between gap-x-4">
        <Title q={found.corrected ?? q} narrowing={narrowing} />
        <output className="shrink-0 text-ink-2">{!found.problem && total > 0 && countOf(total)}</output>
      </div>
      {found.corrected && (
        <p className="-mt-2 mb-4">
          <Link
            to={paths.exactSearch(q, writeAddress(narrowing))}
            rel="nofollow"
            className="font-semibold text-leaf underline underline-offset-4"
          >
            {t("Search for “{q}” instead", { q })}
          </Link>
        </p>
      )}
      {!found.problem && (total > 0 || unfilteredCount > 0) && (
        <NarrowingBar choices={choices} isOld={isOld} onNear={hurry} total={total} usual={q ? t("Best match") : t("Most popular")} />
      )}
      {!found.problem && among && (
        <p className="mb-4 text-ink-2">
          {t("This list has only our {among} best-selling products. To see others, search, choose a category or sort by newest.", {
            among: among.toLocaleString(t("en-US")),
          })}
        </p>
      )}
      {found.problem ? (
        <TryAgain title={t("Search isn't working right now")} message={found.problem} again={() => void revalidate()} />
      ) : unfilteredCount > 0 ? (
        <NarrowedEmpty />
      ) : total === 0 ? (
        <EmptyState title={t("No Data found for search")} picture={basket}>
          <p>{t("Check the spelling, or try fewer words.")}</p>
          <Link to={paths.search()} className={buttonLook({ kind: "outline" })}>
            {t("See popular products")}
          </Link>
          <Link to={paths.home} className="font-semibold text-leaf underline underline-offset-4">
            {t("Browse all categories")}
          </Link>
        </EmptyState>
      ) : (
        <>
          <h2 className="sr-only">{t("Products")}</h2>
          <ProductGrid list={list} look={LOOK} eager={5} stale={stale} />
        </>
      )}
    </>
  );
}
