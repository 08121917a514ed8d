import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { Undo2 } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TryAgain } from "#ui/try-again.tsx";
import { privateMeta } from "#web/page-meta.ts";
import { MAX_CHANGES } from "../../../admin/bulk/contract.ts";
import { Grid } from "./grid.tsx";
import type { Drafts, ShelfIds } from "./grid-cells.ts";
import { LeaveGuard } from "../leave-guard.tsx";
import { ProductFilters } from "../product/product-filters.tsx";
import { ProductSearch } from "../product/product-search.tsx";
import { useBulk } from "./use-bulk.ts";
import { useCategories, useSubCategories } from "../use-catalogue.ts";
import { useGridProducts } from "./use-grid-products.ts";
import { useListAddress } from "../use-list-address.ts";

const BulkDialog = lazy(() => import("./bulk-dialog.tsx"));

export const meta = privateMeta("Change many products");

const NOTHING: Drafts = new Map();

/** Edits prices, discounts, stock and shelves of many products, like in a spreadsheet. */
export default function ProductGridPage() {
  const { search, filter, find } = useListAddress();
  const { products, total, isError, more, isFetching, readMore, readAgain } = useGridProducts(search, filter);
  const { ids, names } = useShelfIds();
  // The current drafts, followed by earlier ones for undo.
  const [[drafts, ...earlier], setSteps] = useState<[Drafts, ...Drafts[]]>([NOTHING]);
  // Never empty, since it starts with `next`.
  const change = (next: Drafts) => next !== drafts && setSteps([next, drafts, ...earlier].slice(0, 100) as [Drafts, ...Drafts[]]);
  const [before, ...rest] = earlier;
  const undo = () => before && setSteps([before, ...rest]);
  const bulk = useBulk(drafts, ids, (next) => setSteps([next]));
  const readOn = useCallback(() => void (isFetching || readMore()), [isFetching, readMore]);

  return (
    <>
      <h1 className="heading text-3xl">Change many products</h1>
      <p className="mt-1 mb-4 max-w-3xl text-ink-2">
        Type, copy and paste as in a spreadsheet: Enter or F2 types into a cell, Ctrl+Enter into all that are selected, Ctrl+D fills down,
        Ctrl+Z takes back. A price may be +10%, a stock +5; several shelves stand with semicolons between them.
      </p>
      <ProductSearch search={search} onSearch={find} />
      <ProductFilters />
      {isError ? (
        <TryAgain title="We couldn't load the products" again={() => void readAgain()} />
      ) : !products ? (
        <div aria-busy="true" aria-label="Loading">
          <Skeleton className="h-96 rounded-panel" />
        </div>
      ) : products.length === 0 ? (
        <div className="panel">
          <EmptyState title="No Data" />
        </div>
      ) : (
        <Grid
          key={JSON.stringify([search, filter])}
          products={products}
          more={more}
          onEnd={readOn}
          drafts={drafts}
          change={change}
          undo={undo}
          shelves={ids}
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
      <div className="mt-3 flex min-h-11 flex-wrap items-center gap-3">
        <output className="min-w-40 flex-1 text-ink-2">
          {words(bulk.count, bulk.unreadable, total)}
          {bulk.isTooMany && ` At most ${MAX_CHANGES} products change at once.`}
        </output>
        {bulk.done && bulk.count === 0 && (
          <Button kind="quiet" busy={bulk.busy} onClick={() => void bulk.takeBack()}>
            <Undo2 aria-hidden className="size-5" />
            Undo: {bulk.done.words}
          </Button>
        )}
        {bulk.count > 0 && (
          <Button kind="quiet" disabled={bulk.busy} onClick={() => change(NOTHING)}>
            Discard
          </Button>
        )}
        <Button busy={bulk.busy} disabled={bulk.count === 0 || bulk.unreadable > 0 || bulk.isTooMany} onClick={() => void bulk.preview()}>
          Preview
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
    </>
  );
}

function words(count: number, unreadable: number, total: number): string {
  if (count === 0) return total === 1 ? "1 product" : `${total.toLocaleString("en-US")} products`;
  const changed = `${count} ${count === 1 ? "product" : "products"} changed`;
  return unreadable > 0 ? `${changed}; ${unreadable} ${unreadable === 1 ? "cell" : "cells"} cannot be read` : changed;
}

function useShelfIds(): { ids: ShelfIds; names: Record<keyof ShelfIds, string[]> } {
  const categories = useCategories().data;
  const subCategories = useSubCategories().data;
  return useMemo(() => {
    const idsOf = (list: readonly { _id: string; name: string }[] = []) => new Map(list.map(({ _id, name }) => [name.toLowerCase(), _id]));
    const namesOf = (list: readonly { name: string }[] = []) => list.map(({ name }) => name);
    return {
      ids: { category: idsOf(categories), subCategory: idsOf(subCategories) },
      names: { category: namesOf(categories), subCategory: namesOf(subCategories) },
    };
  }, [categories, subCategories]);
}
