import { useState } from "react";
import { Download, Undo2 } from "lucide-react";
import { formatDay } from "#shared/time.ts";
import { Button } from "#ui/button.tsx";
import ConfirmDialog from "#ui/dialogs/confirm-dialog.tsx";
import { toast } from "#ui/toast/toast.ts";
import { call, messageOf } from "#web/call.ts";
import { saveDocument } from "#web/files/save-document.ts";
import { usePersonal } from "#web/session/session.ts";
import { useFace } from "#web/use-face.ts";
import { plural, t } from "#words/t.ts";
import type { ProductImport } from "../../../import/contract.ts";
import { listSkipped, skippedProducts, undoImport } from "../../../import/undo/contract.ts";
import { count } from "../../../import/words.ts";
import { AfterImport } from "./after-import.tsx";
import { importIsNow } from "./use-import.ts";

/** Undoes an import, or the written part of one that ended early, after asking. */
export function UndoImport({ one, until }: { one: ProductImport; until: string }) {
  const { timeZone } = useFace();
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const { added = 0, changed = 0 } = one.report ?? {};
  const isPart = one.state === "checked";
  const undo = async () => {
    setBusy(true);
    try {
      importIsNow((await call(undoImport, undefined, { params: { importId: one._id } })).data);
    } catch (error) {
      toast.error(messageOf(error));
    }
    setBusy(false);
    setAsks(false);
  };
  return (
    <div className={isPart ? "mb-4 flex flex-wrap items-center gap-3" : "mt-4 flex flex-col items-center gap-2 border-t border-line pt-5"}>
      <Button kind="quiet" size="small" onClick={() => setAsks(true)}>
        <Undo2 aria-hidden className="size-4.5" />
        {isPart ? t("Undo what was imported") : t("Undo this import")}
      </Button>
      <p className="text-sm text-ink-2">{t("You can undo it until {until}.", { until: formatDay(until, timeZone) })}</p>
      {asks && (
        <ConfirmDialog
          title={t("Undo this import?")}
          confirm={t("Undo it")}
          decline={t("Keep it")}
          danger
          busy={busy}
          onConfirm={() => void undo()}
          onClose={() => setAsks(false)}
        >
          {[
            ...(isPart
              ? [t("Products added so far are deleted, and changed ones go back to their previous values.")]
              : [
                  added > 0 &&
                    plural(added, "{count} added product is deleted.", "{count} added products are deleted.", { count: count(added) }),
                  changed > 0 &&
                    plural(
                      changed,
                      "{count} changed product goes back to its previous values.",
                      "{count} changed products go back to their previous values.",
                      { count: count(changed) },
                    ),
                ]),
            t("Products that were changed since are left alone, and pieces sold since stay sold."),
          ]
            .filter(Boolean)
            .join(" ")}
        </ConfirmDialog>
      )}
    </div>
  );
}

/** What undoing an import did, and what it left alone. */
export function ImportUndone({ one: { _id, fileName, undone, skipped } }: { one: ProductImport }) {
  const { data: skips = [] } = usePersonal(["import skips", _id], async () =>
    skipped > 0 ? (await call(listSkipped, undefined, { params: { importId: _id } })).data : [],
  );
  return (
    <div className="panel flex flex-col items-center gap-4 px-5 py-12 text-center">
      <Undo2 aria-hidden className="size-12 text-leaf" />
      <h2 className="heading text-2xl">{t("The import was undone")}</h2>
      <output className="max-w-full break-words text-ink-2">
        {t("{fileName}: {changes} undone, {skipped} left alone.", {
          fileName,
          changes: plural(undone, "{count} change", "{count} changes", { count: count(undone) }),
          skipped: count(skipped),
        })}
      </output>
      {skipped > 0 && (
        <section
          aria-label={t("Left alone")}
          className="flex w-full max-w-lg flex-col gap-3 rounded-card bg-marigold-tint px-5 py-4 text-left text-marigold-ink"
        >
          <ul className="flex max-h-72 flex-col gap-1.5 overflow-y-auto">
            {skips.map(({ productId, name, reason }) => (
              <li key={productId} className="break-words">
                <b className="font-semibold">{name}</b> {reason}.
              </li>
            ))}
          </ul>
          {skipped > skips.length && (
            <p>
              {plural(skipped - skips.length, "And {count} more product.", "And {count} more products.", {
                count: count(skipped - skips.length),
              })}
            </p>
          )}
          <Button
            kind="quiet"
            size="small"
            className="self-start"
            onClick={() => void saveDocument(t("left-alone.csv"), skippedProducts, undefined, { importId: _id })}
          >
            <Download aria-hidden className="size-4.5" />
            {t("Download this list")}
          </Button>
        </section>
      )}
      <AfterImport />
    </div>
  );
}
