import { CircleCheck, Download } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { saveDocument } from "#web/files/save-document.ts";
import { plural, t } from "#words/t.ts";
import type { ImportReport, ProductImport } from "../../../import/contract.ts";
import { refusedRows } from "../../../import/row/contract.ts";
import { UndoImport } from "./import-undone.tsx";
import { AfterImport } from "./after-import.tsx";
import { ImportPictures } from "./import-pictures.tsx";
import { count } from "../../../import/words.ts";

/** Step 4: what was imported, and what is left to do. */
export function ImportDone({ one, report }: { one: ProductImport; report: ImportReport }) {
  const { added, changed, same, refused } = report;
  const parts = [
    plural(added, "{count} product added", "{count} products added", { count: count(added) }),
    plural(changed, "{count} changed", "{count} changed", { count: count(changed) }),
    plural(same, "{count} unchanged", "{count} unchanged", { count: count(same) }),
  ];
  return (
    <div className="panel flex flex-col items-center gap-4 px-5 py-12 text-center">
      <CircleCheck aria-hidden className="size-12 text-leaf" />
      <h2 className="heading text-2xl">{t("Your products are in the shop")}</h2>
      <output className="text-ink-2">{parts.join(", ")}.</output>
      <ImportPictures one={one} />
      {one.problem && (
        <p role="alert" className="rounded-control bg-marigold-tint px-4 py-3 text-marigold-ink">
          {one.problem}
        </p>
      )}
      {refused > 0 && one.hasRows && (
        <div className="flex max-w-lg flex-col items-center gap-3 rounded-card bg-tomato-tint px-5 py-4">
          <p className="text-tomato">
            {plural(
              refused,
              "{count} row was left out. Download it, fix it, and import that file.",
              "{count} rows were left out. Download them, fix them, and import that file.",
              { count: count(refused) },
            )}
          </p>
          <Button
            kind="quiet"
            size="small"
            onClick={() => void saveDocument(t("refused-rows.csv"), refusedRows, {}, { importId: one._id })}
          >
            <Download aria-hidden className="size-4.5" />
            {t("Download refused rows")}
          </Button>
        </div>
      )}
      <AfterImport />
      {one.undoUntil && added + changed > 0 && <UndoImport one={one} until={one.undoUntil} />}
    </div>
  );
}
