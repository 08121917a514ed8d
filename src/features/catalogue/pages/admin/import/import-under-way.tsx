import { useState } from "react";
import { toast } from "#ui/toast/toast.ts";
import { Button } from "#ui/button.tsx";
import { Progress } from "#ui/progress.tsx";
import { call, messageOf } from "#web/call.ts";
import { plural, t } from "#words/t.ts";
import { applyImport, checkImport, stopImport, type ProductImport } from "../../../import/contract.ts";
import { undoImport } from "../../../import/undo/contract.ts";
import { count } from "../../../import/words.ts";
import { importIsNow } from "./use-import.ts";

/** The progress of a running check or import. */
export function ImportUnderWay({ one, lost }: { one: ProductImport; lost: boolean }) {
  const { _id, state, done, stalled, problem, mapping, defaultStock, checkId, report } = one;
  const undoes = state === "undoing";
  const rows = undoes ? (report?.added ?? 0) + (report?.changed ?? 0) : one.rows;
  const [busy, setBusy] = useState(false);
  const writes = state === "applying";
  const params = { importId: _id };
  const run = async (work: () => Promise<{ data: ProductImport }>) => {
    setBusy(true);
    try {
      importIsNow((await work()).data);
    } catch (error) {
      toast.error(messageOf(error));
    }
    setBusy(false);
  };
  const again = () =>
    undoes
      ? call(undoImport, undefined, { params })
      : writes && checkId
        ? call(applyImport, { checkId }, { params })
        : call(checkImport, { mapping, defaultStock }, { params });
  const what = undoes ? t("Undoing") : writes ? t("Importing") : t("Checking");
  const finishes = (writes || undoes) && done >= rows;
  return (
    <div className="panel flex flex-col gap-4 p-5 sm:p-8">
      <h2 className="heading text-2xl">
        {undoes ? t("Undoing the import") : writes ? t("Importing your products") : t("Checking your file")}
      </h2>
      <Progress label={what} share={rows === 0 ? 0 : done / rows} />
      <p className="text-ink-2 tabular-nums">
        {finishes
          ? t("Finishing…")
          : undoes
            ? plural(rows, "{done} of {count} product", "{done} of {count} products", { done: count(done), count: count(rows) })
            : plural(rows, "{done} of {count} row", "{done} of {count} rows", { done: count(done), count: count(rows) })}
      </p>
      <p className="text-ink-2">
        {undoes
          ? t("The shop stays open. Products that changed since the import are left alone. You can leave this page.")
          : writes
            ? t(
                "The shop stays open: shoppers see each product as it is imported. If it is interrupted, it continues by itself. You can leave this page.",
              )
            : t("This changes nothing yet. You can leave this page.")}
      </p>
      {(stalled || lost) && (
        <p role="alert" className="rounded-control bg-marigold-tint px-4 py-3 text-marigold-ink">
          {lost
            ? t("The shop isn't answering right now. Nothing is lost; we keep trying.")
            : problem || t("This was interrupted. It continues by itself in a few seconds, or you can continue now.")}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        {!undoes && (
          <Button kind="quiet" disabled={busy} onClick={() => void run(() => call(stopImport, undefined, { params }))}>
            {t("Stop")}
          </Button>
        )}
        {stalled && (
          <Button busy={busy} onClick={() => void run(again)}>
            {t("Continue")}
          </Button>
        )}
      </div>
    </div>
  );
}
