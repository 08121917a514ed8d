import { useCallback, useEffect } from "react";
import { useLoaderData, useNavigation, type ClientLoaderFunctionArgs, type LoaderFunctionArgs, type MetaArgs } from "react-router";
import { EmptyState } from "#ui/empty-state.tsx";
import { call } from "#web/call.ts";
import { checkNames, missing, orMissing } from "#web/missing.ts";
import { breadcrumbFacts } from "#web/meta/breadcrumbs.ts";
import { faceOf, pageMeta } from "#web/meta/page-meta.ts";
import { paths } from "#web/paths.ts";
import { rememberSeen } from "#web/seen.ts";
import { t } from "#words/t.ts";
import { listing } from "../contract.ts";
import { Breadcrumbs, HOME } from "./breadcrumbs.tsx";
import { isNarrowed, readAddress, type Narrowing } from "../narrowing/rules.ts";
import { checkAddress } from "./narrowing/check-address.ts";
import { countOf } from "./narrowing/count-of.ts";
import { NarrowedEmpty } from "./narrowing/narrowed-empty.tsx";
import { NarrowingBar } from "./narrowing/narrowing-bar.tsx";
import { useChoices, withChoices } from "./narrowing/use-choices.ts";
import { listingInput } from "./page-input.ts";
import { isPastTheLast } from "./page-number.ts";
import { ProductGrid } from "./product-grid.tsx";
import { toProductPage, useEndlessList, type ProductPage } from "./product-list.ts";
import { SubCategoryList } from "./sub-category-list.tsx";
import { inOther, readSubCategories, toLinked, type Linked } from "./sub-categories.ts";

interface Listing {
  category: Linked;
  subCategory: Linked;
  /** The category's subcategories, by name. */
  subCategories: Linked[];
  narrowing: Narrowing;
  pages: readonly ProductPage[];
  /** The path of this page in the other language. */
  otherPath: string;
}

async function read({ params, request }: LoaderFunctionArgs | ClientLoaderFunctionArgs): Promise<Listing> {
  const url = new URL(request.url);
  const input = listingInput(params, url);
  const { categoryId, subCategoryId } = input;
  const [all, products] = await Promise.all([readSubCategories(), orMissing(call(listing, input, { signal: request.signal }))]);
  const subCategory = all.find(({ _id }) => _id === subCategoryId);
  const category = subCategory?.category.find(({ _id }) => _id === categoryId);
  if (!subCategory || !category || isPastTheLast(products)) throw missing();
  checkNames(
    [
      [params.category, category],
      [params.subCategory, subCategory],
    ],
    paths.listing(category, subCategory) + url.search,
  );
  const subCategories = all.filter((one) => one.category.some(({ _id }) => _id === categoryId)).map(toLinked);
  return {
    category: toLinked(category),
    subCategory: toLinked(subCategory),
    subCategories,
    narrowing: readAddress(url.searchParams),
    pages: [toProductPage(products)],
    otherPath: paths.listing(inOther(category), inOther(subCategory)),
  };
}

export async function loader(args: LoaderFunctionArgs): Promise<Listing> {
  const url = new URL(args.request.url);
  checkAddress(url, readAddress(url.searchParams));
  return read(args);
}

const seen = rememberSeen<Listing>();

/** Back restores the list as it was. */
export async function clientLoader(args: ClientLoaderFunctionArgs): Promise<Listing> {
  return seen.recall(args.request.url) ?? read(args);
}

export function meta({ loaderData, matches }: MetaArgs<typeof read>) {
  if (!loaderData) return [];
  const face = faceOf(matches);
  const { category, subCategory, narrowing, pages, otherPath } = loaderData;
  const page = pages[0]?.page ?? 1;
  const query = page > 1 && !isNarrowed(narrowing) ? `?page=${page}` : "";
  return pageMeta(face, {
    title: page > 1 ? t("{name}, page {page}", { name: subCategory.name, page }) : subCategory.name,
    description: descriptionOf(loaderData, face.freeDelivery),
    path: paths.listing(category, subCategory) + query,
    otherPath: otherPath + query,
    unlisted: isNarrowed(narrowing),
    image: subCategory.image || category.image,
    facts: [breadcrumbFacts(face, crumbsOf(loaderData))],
  });
}

function descriptionOf({ category, subCategory: { name }, pages }: Listing, freeDelivery: boolean): string {
  const products = pages[0]?.totalCount ?? 0;
  return freeDelivery
    ? t("{name} from {category}: {products} products at fair prices, with free shipping on every order.", {
        name,
        category: category.name,
        products,
      })
    : t("{name} from {category}: {products} products at fair prices.", { name, category: category.name, products });
}

const crumbsOf = ({ category, subCategory, subCategories }: Listing) => [
  HOME,
  { name: category.name, path: paths.listing(category, subCategories[0] ?? subCategory) },
  { name: subCategory.name, path: paths.listing(category, subCategory) },
];

const LOOK = {
  grid: "gap-2.5 min-[22.5rem]:grid-cols-2 md:gap-4 lg:grid-cols-3 xl:grid-cols-4",
  sizes: "(width < 48rem) 38vw, (width < 64rem) 30vw, 212px",
};

export default function ListingPage() {
  const data = useLoaderData<typeof clientLoader>();
  const { category, subCategory, subCategories, narrowing } = data;
  const load = useCallback(
    async (page: number) =>
      toProductPage(await call(listing, { categoryId: category._id, subCategoryId: subCategory._id, page, ...narrowing })),
    [category._id, subCategory._id, narrowing],
  );
  const list = useEndlessList(data.pages, load);
  const { totalCount: total = 0, unfilteredCount = 0, choices: known } = list.pages[0] ?? {};
  const readChoices = useCallback(
    async (signal: AbortSignal) => {
      const input = { categoryId: category._id, subCategoryId: subCategory._id, ...narrowing, limit: 1, choices: true as const };
      return (await call(listing, input, { signal })).choices;
    },
    [category._id, subCategory._id, narrowing],
  );
  const { choices, isOld, hurry } = useChoices(data, { known, isWanted: total > 0, read: readChoices });
  useEffect(() => seen.keep({ ...data, pages: withChoices(list.pages, { choices, isOld }) }), [data, list.pages, choices, isOld]);

  const leaving = useNavigation().location?.pathname;
  return (
    <div className="page">
      <Breadcrumbs crumbs={crumbsOf(data)} current />
      <div className="grid grid-cols-[5.25rem_minmax(0,1fr)] items-start gap-3 md:grid-cols-[12rem_1fr] md:gap-6 lg:grid-cols-[15.5rem_1fr] lg:gap-8">
        <SubCategoryList category={category} subCategories={subCategories} currentId={subCategory._id} />
        <section>
          <div className="mb-3.5 flex flex-wrap items-baseline justify-between gap-x-4">
            <h1 className="heading text-2xl wrap-anywhere md:text-4xl">{subCategory.name}</h1>
            <output className="text-ink-2">{countOf(total)}</output>
          </div>
          {(total > 0 || unfilteredCount > 0) && (
            <NarrowingBar choices={choices} isOld={isOld} onNear={hurry} total={total} usual={t("Most popular")} />
          )}
          {unfilteredCount > 0 ? (
            <NarrowedEmpty />
          ) : total === 0 ? (
            <EmptyState title={t("No Data")}>{t("This shelf is empty for now.")}</EmptyState>
          ) : (
            <>
              <h2 className="sr-only">{t("Products")}</h2>
              <ProductGrid
                list={list}
                look={LOOK}
                stale={leaving !== undefined && subCategories.some((one) => leaving === paths.listing(category, one))}
              />
            </>
          )}
        </section>
      </div>
    </div>
  );
}
