import { useState } from "react";
import { toast } from "#ui/toast/toast.ts";
import { call, detailsOf, messageOf } from "#web/call.ts";
import { changeProducts, MAX_CHANGES, type BulkReport } from "../../../admin/bulk/contract.ts";
import { toChanges, type Drafts, type ShelfIds } from "./grid-cells.ts";
import { readCatalogueAgain } from "../use-catalogue.ts";
import { renewDrafts } from "./use-grid-products.ts";

/** Previews the grid's edits and then applies them all at once. */
export function useBulk(drafts: Drafts, shelves: ShelfIds, setDrafts: (drafts: Drafts) => void) {
  const [report, setReport] = useState<BulkReport>();
  const [busy, setBusy] = useState(false);
  const { changes, unreadable } = toChanges(drafts, shelves);

  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().catch((error: unknown) => {
      toast.error(messageOf(error));
      const details = detailsOf(error, 409);
      if (details && "rows" in details) setReport(details as BulkReport);
    });
    setBusy(false);
  };
  return {
    report,
    busy,
    unreadable,
    count: changes.length,
    /** Over the limit of one bulk change. */
    isTooMany: changes.length > MAX_CHANGES,
    preview: () => run(async () => setReport((await call(changeProducts, { changes, preview: true })).data)),
    apply: () =>
      run(async () => {
        const { message } = await call(changeProducts, { changes });
        setDrafts(new Map());
        setReport(undefined);
        await readCatalogueAgain();
        toast.success(message);
      }),
    renew: () =>
      run(async () => {
        setDrafts(await renewDrafts(drafts));
        await readCatalogueAgain();
        setReport(undefined);
      }),
    close: () => setReport(undefined),
  };
}
