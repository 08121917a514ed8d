import { Suspense, useState } from "react";
import { Eye, EyeOff, Pencil, Trash2, X } from "lucide-react";
import { formatCount } from "#shared/count.ts";
import { Button } from "#ui/button.tsx";
import { lazy } from "#web/loading/lazy.ts";
import { plural, t } from "#words/t.ts";
import { MAX_FOUND } from "../../../admin/bulk/contract.ts";
import { RESTORE_DAYS } from "../../../admin/contract.ts";
import { MOST_IDS } from "../../../admin/find/contract.ts";
import type { Filter } from "../product/product-filter.ts";
import type { Chosen } from "./use-chosen.ts";
import { useFoundChange } from "./use-found-change.ts";

const BulkDialog = lazy(() => import("./bulk-dialog.tsx"));
const ChangeDialog = lazy(() => import("./change-dialog.tsx"));
const Confirm = lazy(async () => ({ default: (await import("#ui/dialogs/confirm.tsx")).Confirm }));

interface ChosenBarProps {
  chosen: Chosen;
  /** How many were found. */
  total: number;
  /** Whether there are more, so that they can't be chosen as a whole. */
  isCut: boolean;
  search: string;
  filter: Filter;
}

/** What can be done with the chosen rows, and with everything that was found. */
export function ChosenBar({ chosen, total, isCut, search, filter }: ChosenBarProps) {
  const [asked, setAsked] = useState<"change" | "delete">();
  const { busy, planned, preview, apply, close } = useFoundChange(chosen, search, filter);
  const { count, isAll } = chosen;
  const most = isAll ? MAX_FOUND : MOST_IDS;
  const isTooMany = count > most;
  const words = plural(count, "{count} product", "{count} products", { count: formatCount(count) });
  return (
    <section aria-label={t("Chosen products")} className="panel flex w-full flex-wrap items-center gap-2 rounded-card p-2.5 pl-4">
      <p className="mr-1 font-semibold">
        <output>{t("{words} chosen", { words })}</output>
      </p>
      {!isAll && !isCut && chosen.isEveryLoaded && count < total && (
        <Button kind="plain" size="small" onClick={chosen.chooseAll}>
          {t("Choose all {count} found", { count: formatCount(total) })}
        </Button>
      )}
      <div className="ml-auto flex flex-wrap gap-2">
        <Button kind="quiet" size="small" disabled={busy || isTooMany} onClick={() => setAsked("change")}>
          <Pencil aria-hidden className="size-4" />
          {t("Change")}
        </Button>
        <Button kind="quiet" size="small" disabled={busy || isTooMany} onClick={() => void apply({ hidden: true })}>
          <EyeOff aria-hidden className="size-4" />
          {t("Hide")}
        </Button>
        <Button kind="quiet" size="small" disabled={busy || isTooMany} onClick={() => void apply({ hidden: false })}>
          <Eye aria-hidden className="size-4" />
          {t("Show")}
        </Button>
        <Button kind="quiet" size="small" disabled={busy || isTooMany} onClick={() => setAsked("delete")} className="hover:text-tomato">
          <Trash2 aria-hidden className="size-4" />
          {t("Delete")}
        </Button>
        <Button kind="plain" size="small" onClick={chosen.clear}>
          <X aria-hidden className="size-4" />
          {t("Clear")}
        </Button>
      </div>
      {isTooMany && (
        <p role="alert" className="w-full text-sm text-tomato">
          {t("You can change up to {most} products at once.", { most: formatCount(most) })}{" "}
          {isAll ? t("Narrow the list.") : t("Choose fewer, or all that were found.")}
        </p>
      )}
      <Suspense fallback={null}>
        {asked === "change" && (
          <ChangeDialog
            words={words}
            busy={busy}
            onPreview={(set) => void preview(set).then((isThere) => isThere && setAsked(undefined))}
            onClose={() => setAsked(undefined)}
          />
        )}
        {asked === "delete" && (
          <Confirm
            title={t("Delete {words}?", { words })}
            text={t("They can be restored for {RESTORE_DAYS} days.", { RESTORE_DAYS })}
            tone="danger"
            confirm={t("Delete")}
            busy={busy}
            onConfirm={() => void apply({ deleted: true }).then(() => setAsked(undefined))}
            onCancel={() => setAsked(undefined)}
          />
        )}
        {planned && <BulkDialog report={planned.report} busy={busy} onApply={() => void apply(planned.set)} onClose={close} />}
      </Suspense>
    </section>
  );
}
