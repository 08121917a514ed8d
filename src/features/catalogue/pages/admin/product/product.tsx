import { Suspense, useState } from "react";
import { Download, FileUp, Plus, Table2 } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "#ui/badge.tsx";
import { buttonLook } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { MenuAction, MenuLink } from "#ui/menu.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { TryAgain } from "#ui/failure/try-again.tsx";
import { amountOf } from "#shared/weights.ts";
import { formatCents } from "#shared/money.ts";
import { lazy } from "#web/loading/lazy.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { saveDocument } from "#web/files/save-document.ts";
import { t } from "#words/t.ts";
import type { AdminProduct } from "../../../admin/find/contract.ts";
import { exportProducts } from "../../../import/contract.ts";
import { paidCents } from "../../../rules.ts";
import { CardSkeletons, ShelfCard } from "../shelves/shelf-card.tsx";
import { PageHead } from "../page-head.tsx";
import { Pages } from "../pages.tsx";
import { ProductFilters } from "./product-filters.tsx";
import { ProductSearch } from "./product-search.tsx";
import { useProducts } from "../use-catalogue.ts";
import { spokenName, spokenUnit } from "../in-page-language.ts";
import { useListAddress } from "../use-list-address.ts";

const EditDialog = lazy(() => import("./edit-dialog.tsx"));
const DeleteDialog = lazy(() => import("../delete-dialog.tsx"));

export const meta = privateMeta(t("Product [page]"));

const GRID = "grid grid-cols-2 gap-3.5 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-6";

/** Searches, edits and deletes products (ADM-8, ADM-9). Page, search and the edited product are in the URL. */
export default function ProductPage() {
  const { page, search, filter, edited, go, find, edit } = useListAddress();
  const { data, isError, isPlaceholderData, refetch } = useProducts(page, search, filter);
  const [deleted, setDeleted] = useState<AdminProduct>();
  return (
    <>
      <PageHead
        title={t("Product [page]")}
        kind="product"
        more={
          <>
            <MenuLink icon={FileUp} to={adminPaths.productImport()}>
              {t("Import")}
            </MenuLink>
            <MenuAction icon={Download} onSelect={() => void saveDocument(t("products.csv"), exportProducts, { search })}>
              {search ? t("Export found") : t("Export")}
            </MenuAction>
            <MenuLink icon={Table2} to={adminPaths.productGrid}>
              {t("Change many")}
            </MenuLink>
          </>
        }
      >
        <Link to={adminPaths.uploadProduct} className={buttonLook()}>
          <Plus aria-hidden className="size-5" />
          {t("Upload Product")}
        </Link>
      </PageHead>
      <ProductSearch search={search} onSearch={find} />
      <ProductFilters />
      {isError ? (
        <TryAgain title={t("We couldn't load the products")} again={() => void refetch()} />
      ) : data?.data.length === 0 ? (
        <div className="panel">
          <EmptyState title={t("No Data")}>{search && <p>{t("Nothing found for “{search}”.", { search })}</p>}</EmptyState>
        </div>
      ) : (
        <ul
          aria-busy={!data || isPlaceholderData}
          aria-label={data ? t("Products") : t("Loading")}
          className={classNames(GRID, "transition-opacity duration-150", isPlaceholderData && "opacity-60")}
        >
          {data?.data.map((product) => (
            <ProductItem key={product._id} product={product} edit={() => edit(product._id)} remove={() => setDeleted(product)} />
          )) ?? <CardSkeletons height="h-72" />}
        </ul>
      )}
      {data && <Pages page={page} total={data.totalNoPage} onPage={go} />}
      <Suspense fallback={null}>
        {edited && <EditDialog key={edited} productId={edited} onClose={() => edit("")} />}
        {deleted && <DeleteDialog kind="product" thing={deleted} onClose={() => setDeleted(undefined)} />}
      </Suspense>
    </>
  );
}

function ProductItem({ product, edit, remove }: { product: AdminProduct; edit: () => void; remove: () => void }) {
  const { image, stock, sku, hidden, weighed } = product;
  return (
    <ShelfCard name={spokenName(product)} image={image[0] ?? ""} edit={edit} remove={remove}>
      {hidden && (
        <Badge tone="grey" className="mt-1 self-start">
          {t("Hidden")}
        </Badge>
      )}
      <p className="mt-auto truncate px-1 text-sm text-ink-2">{[spokenUnit(product), sku].filter(Boolean).join(" · ")}</p>
      <p className="flex justify-between gap-2 px-1 text-sm">
        <span className="font-semibold">
          {formatCents(paidCents(product))}
          {weighed && "/kg"}
        </span>
        <span className={stock === 0 ? "font-semibold text-tomato" : "text-ink-2"}>
          {t("{stock} left", { stock: amountOf(stock, weighed) })}
        </span>
      </p>
    </ShelfCard>
  );
}
