import { Suspense, useCallback, useMemo, useRef, useState } from "react";
import { formatCount } from "#shared/count.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TryAgain } from "#ui/failure/try-again.tsx";
import { lazy } from "#web/loading/lazy.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { plural, t } from "#words/t.ts";
import { MAX_CHANGES, MAX_FOUND } from "../../../admin/bulk/contract.ts";
import { ChosenBar } from "./chosen-bar.tsx";
import { Grid } from "./grid.tsx";
import { idsByName, type Drafts, type ShelfIds } from "./grid-cells.ts";
import { LeaveGuard } from "#web/forms/leave-guard.tsx";
import { ProductFilters } from "../product/product-filters.tsx";
import { ProductSearch } from "../product/product-search.tsx";
import { LastChange } from "./last-change.tsx";
import { useBulk } from "./use-bulk.ts";
import { spokenName } from "../in-page-language.ts";
import { useChosen } from "./use-chosen.ts";
import { useCategories, useSubCategories } from "../use-catalogue.ts";
import { useGridProducts } from "./use-grid-products.ts";
import { useListAddress } from "../use-list-address.ts";

const BulkDialog = lazy(() => import("./bulk-dialog.tsx"));

export const meta = privateMeta(t("Change many products"));

const NOTHING: Drafts = new Map();

/** Edits prices, discounts, stock, shelves and Spanish texts of many products, like in a spreadsheet; hides, shows and deletes those that are chosen. */
export default function ProductGridPage() {
  const { search, filter, find } = useListAddress();
  const { products, total, isCut, isError, more, isFetching, readMore, readAgain } = useGridProducts(search, filter);
  const { ids, names } = useShelfIds();
  // The current drafts, followed by earlier ones for undo.
  const [[drafts, ...earlier], setSteps] = useState<[Drafts, ...Drafts[]]>([NOTHING]);
  // Never empty, since it starts with `next`.
  const change = (next: Drafts) => next !== drafts && setSteps([next, drafts, ...earlier].slice(0, 100) as [Drafts, ...Drafts[]]);
  const [before, ...rest] = earlier;
  const undo = () => before && setSteps([before, ...rest]);
  const bulk = useBulk(drafts, ids, (next) => setSteps([next]));
  const list = JSON.stringify([search, filter]);
  const chosen = useChosen(products ?? [], total, list);
  const bar = useRef<HTMLDivElement>(null);
  const readOn = useCallback(() => void (isFetching || readMore()), [isFetching, readMore]);

  return (
    <div>
      <h1 className="heading text-3xl">{t("Change many products")}</h1>
      <p className="mt-1 max-w-3xl text-ink-2">
        {t(
          "Type, copy and paste as in a spreadsheet. Nothing changes until you preview and apply it. A price can be +10%, a stock +5; separate several shelves with semicolons.",
        )}
      </p>
      <details className="mb-4 max-w-3xl text-sm text-ink-2">
        <summary className="touch w-fit py-2 font-semibold text-leaf">{t("Keyboard shortcuts")}</summary>
        {t(
          "Enter or F2 edits a cell, Ctrl+Enter fills all selected cells, Ctrl+D fills down, Ctrl+Z undoes. Shift+Space selects a row, to hide, show, delete or change it with others.",
        )}
      </details>
      <ProductSearch search={search} onSearch={find} />
      <ProductFilters />
      {isError ? (
        <TryAgain title={t("We couldn't load the products")} again={() => void readAgain()} />
      ) : !products ? (
        <div aria-busy="true" aria-label={t("Loading")}>
          <Skeleton className="h-96 rounded-panel" />
        </div>
      ) : products.length === 0 ? (
        <div className="panel">
          <EmptyState title={t("No Data")} />
        </div>
      ) : (
        <Grid
          key={list}
          chosen={chosen}
          products={products}
          more={more}
          onEnd={readOn}
          drafts={drafts}
          change={change}
          undo={undo}
          shelves={ids}
          bar={bar}
        />
      )}
      {Object.entries(names).map(([kind, list]) => (
        <datalist key={kind} id={`names-${kind}`}>
          {list.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </datalist>
      ))}
      <div
        ref={bar}
        className="sticky bottom-0 z-30 -mx-4 mt-3 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] md:mx-0 md:px-0"
      >
        {chosen.count > 0 && <ChosenBar chosen={chosen} total={total} isCut={isCut} search={search} filter={filter} />}
        <output className="min-w-40 flex-1 text-ink-2">
          {words(bulk, foundWords(total, isCut))}
          {bulk.isTooMany && ` ${t("You can change up to {most} products at once.", { most: MAX_CHANGES })}`}
        </output>
        {bulk.count === 0 && <LastChange />}
        {bulk.count > 0 && (
          <Button kind="quiet" disabled={bulk.busy} onClick={() => change(NOTHING)}>
            {t("Discard")}
          </Button>
        )}
        <Button busy={bulk.busy} disabled={bulk.count === 0 || bulk.unreadable > 0 || bulk.isTooMany} onClick={() => void bulk.preview()}>
          {t("Preview")}
        </Button>
      </div>
      <Suspense fallback={null}>
        {bulk.report && (
          <BulkDialog
            report={bulk.report}
            busy={bulk.busy}
            onApply={() => void bulk.apply()}
            onRenew={() => void bulk.renew()}
            onClose={bulk.close}
          />
        )}
      </Suspense>
      <LeaveGuard isChanged={() => drafts.size > 0} />
    </div>
  );
}

function foundWords(total: number, isCut: boolean): string {
  if (!isCut) return plural(total, "{count} product", "{count} products", { count: formatCount(total) });
  if (total > MAX_FOUND) return t("More than {count} products", { count: formatCount(MAX_FOUND) });
  return plural(total, "At least {count} product", "At least {count} products", { count: formatCount(total) });
}

function words({ count, unreadable }: { count: number; unreadable: number }, found: string): string {
  if (count === 0) return found;
  const changed = plural(count, "{count} product changed", "{count} products changed");
  return unreadable > 0 ? `${changed}; ${plural(unreadable, "{count} cell cannot be read", "{count} cells cannot be read")}` : changed;
}

function useShelfIds(): { ids: ShelfIds; names: Record<keyof ShelfIds, string[]> } {
  const categories = useCategories().data;
  const subCategories = useSubCategories().data;
  return useMemo(() => {
    return {
      ids: { category: idsByName(categories ?? []), subCategory: idsByName(subCategories ?? []) },
      names: { category: (categories ?? []).map(spokenName), subCategory: (subCategories ?? []).map(spokenName) },
    };
  }, [categories, subCategories]);
}
