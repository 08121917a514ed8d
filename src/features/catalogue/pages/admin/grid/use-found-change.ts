import { useState } from "react";
import { toast } from "#ui/toast/toast.ts";
import { call, detailsOf, messageOf } from "#web/call.ts";
import { changeFound, type BulkReport, type FoundChange } from "../../../admin/bulk/contract.ts";
import type { Filter } from "../product/product-filter.ts";
import { readCatalogueAgain } from "../use-catalogue.ts";
import type { Chosen } from "./use-chosen.ts";

/** Does the same with all chosen products: at once, or after a preview. */
export function useFoundChange(chosen: Chosen, search: string, { sort: _sort, ...filter }: Filter) {
  const [busy, setBusy] = useState(false);
  /** The planned change, and its preview. */
  const [planned, setPlanned] = useState<{ set: FoundChange; report: BulkReport }>();
  const send = (set: FoundChange, { preview }: { preview: boolean }) =>
    call(changeFound, { filter: chosen.isAll ? { search, ...filter } : { ids: [...chosen.ids] }, count: chosen.count, set, preview });
  const run = async (set: FoundChange, work: () => Promise<void>): Promise<boolean> => {
    setBusy(true);
    try {
      await work();
      return true;
    } catch (error) {
      toast.error(messageOf(error));
      const details = detailsOf(error, 409);
      if (details && "rows" in details) setPlanned({ set, report: details as BulkReport });
      // The filter finds more or fewer products by now.
      else if (details) await readCatalogueAgain();
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    planned,
    /** @returns whether there is a preview */
    preview: (set: FoundChange) => run(set, async () => setPlanned({ set, report: (await send(set, { preview: true })).data })),
    apply: (set: FoundChange) =>
      run(set, async () => {
        const { message } = await send(set, { preview: false });
        setPlanned(undefined);
        chosen.clear();
        await readCatalogueAgain();
        toast.success(message);
      }),
    close: () => setPlanned(undefined),
  };
}
