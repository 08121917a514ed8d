import { rich } from "#words/rich.ts";
import { useState } from "react";
import { Download, FolderPlus } from "lucide-react";
import { toast } from "#ui/toast/toast.ts";
import { Link } from "react-router";
import { Button, buttonLook } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { call, messageOf } from "#web/call.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { saveDocument } from "#web/files/save-document.ts";
import { plural, t } from "#words/t.ts";
import { applyImport, OUTCOMES, type ImportReport, type Outcome, type ProductImport } from "../../../import/contract.ts";
import { refusedRows } from "../../../import/row/contract.ts";
import { ProblemList } from "./problem-list.tsx";
import { ImportRows } from "./import-rows.tsx";
import { count, joinedInWords, newShelvesInWords } from "../../../import/words.ts";
import { UndoImport } from "./import-undone.tsx";
import { OUTCOME_WORDS } from "./import-words.ts";
import { importIsNow } from "./use-import.ts";

type Checked = ProductImport & { report: ImportReport; checkId: string };

/** Step 3: previews what would be added, changed and refused, row by row. */
export function ImportCheck({ one }: { one: Checked }) {
  const { report, checkId, problem } = one;
  const [shown, setShown] = useState<Outcome>((["refused", "changed", "added"] as const).find((outcome) => report[outcome] > 0) ?? "same");
  const [busy, setBusy] = useState(false);
  const accepted = report.added + report.changed;
  const fileName = <b className="font-semibold break-words text-ink">{one.fileName}</b>;

  const apply = async () => {
    setBusy(true);
    try {
      importIsNow((await call(applyImport, { checkId }, { params: { importId: one._id } })).data);
    } catch (error) {
      toast.error(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <>
      {problem && (
        <p role="alert" className="mb-4 rounded-control bg-marigold-tint px-4 py-3 text-marigold-ink">
          {problem}
        </p>
      )}
      {one.undoUntil && <UndoImport one={one} until={one.undoUntil} />}
      <p className="mb-3 text-ink-2">
        {one.undoUntil
          ? rich("{fileName}: what is left to import.", { fileName })
          : rich("{fileName}: nothing has changed yet.", { fileName })}
      </p>
      <section aria-label={t("Rows by result")} className="mb-4 grid grid-cols-2 gap-2.5 md:grid-cols-4">
        {OUTCOMES.map((outcome) => (
          <Tile key={outcome} outcome={outcome} rows={report[outcome]} chosen={shown === outcome} onChoose={() => setShown(outcome)} />
        ))}
      </section>
      <NewShelves report={report} />
      <Warnings report={report} />
      {report.joined > 0 && <p className="mb-4 text-ink-2">{joinedInWords(report.joined)}</p>}
      {shown === "refused" && report.refused > 0 && <Refused one={one} />}
      <ImportRows key={`${checkId} ${shown}`} one={one} outcome={shown} />
      <p className="mt-5 text-sm text-ink-2">{consequence(report)}</p>
      <div className="sticky bottom-0 z-10 -mx-4 mt-4 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-paper px-4 py-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
        <Link to={adminPaths.productImport(one._id, "columns")} className={buttonLook({ kind: "quiet" })}>
          {rich("Back {where}", { where: <span className="-ml-1 max-sm:sr-only">{t("to columns")}</span> })}
        </Link>
        {accepted > 0 ? (
          <Button busy={busy} onClick={() => void apply()} className="max-sm:grow">
            {plural(accepted, "Import {count} product", "Import {count} products", { count: count(accepted) })}
          </Button>
        ) : (
          <Link to={adminPaths.productImport()} className={buttonLook({}, "max-sm:grow")}>
            {t("Choose another file")}
          </Link>
        )}
      </div>
    </>
  );
}

function consequence({ added, changed, same, refused }: ImportReport): string {
  if (added + changed === 0) {
    if (refused === 0) return t("Nothing to import: your shop already has all of this.");
    return same > 0 ? t("Nothing to import: your shop already has all other rows.") : t("No row can be imported.");
  }
  const open = t(
    "The shop stays open. Products change a few hundred at a time, each completely or not at all, so for a while shoppers see old and new ones together. If the import is interrupted, it continues within seconds. If you stop it, you can undo what was imported.",
  );
  if (refused === 0) return open;
  return `${open} ${plural(refused, "{count} refused row is left out.", "{count} refused rows are left out.", { count: count(refused) })}`;
}

interface TileProps {
  outcome: Outcome;
  rows: number;
  chosen: boolean;
  onChoose: () => void;
}

const NUMBERS: Record<Outcome, string> = { added: "text-leaf", changed: "text-badge-blue-ink", same: "text-ink", refused: "text-tomato" };

function Tile({ outcome, rows, chosen, onChoose }: TileProps) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      className={classNames(
        "flex flex-col rounded-card border bg-surface px-4 py-3 text-left transition-colors duration-150 hover:bg-leaf-wash",
        chosen ? "border-leaf outline-2 -outline-offset-2 outline-leaf" : "border-line-2",
      )}
    >
      <span className="text-sm text-ink-2">{OUTCOME_WORDS[outcome].name}</span>
      <span className={classNames("text-2xl font-bold tabular-nums", rows > 0 ? NUMBERS[outcome] : "text-ink-3")}>{count(rows)}</span>
    </button>
  );
}

/** Lists new shelves, so that misspelled ones are noticed. */
function NewShelves({ report: { newShelves } }: { report: ImportReport }) {
  const kinds = newShelvesInWords(newShelves);
  if (kinds.length === 0) return null;
  return (
    <div className="mb-4 flex gap-3 rounded-control bg-leaf-tint px-4 py-3">
      <FolderPlus aria-hidden className="size-5 shrink-0 text-leaf" />
      <ul className="flex min-w-0 flex-col gap-1">
        {kinds.map(({ words, names }) => (
          <li key={words} className="break-words">
            {rich("{words} will be created: {names}", { words: <b className="font-semibold">{words}</b>, names })}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Refused({ one: { _id, report } }: { one: Checked }) {
  return (
    <section aria-labelledby="to-fix" className="mb-4 flex flex-col gap-3 rounded-control bg-tomato-tint px-4 py-3 text-tomato">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="to-fix" className="min-w-0 font-semibold">
          {plural(
            report.refused,
            "{count} row has a problem. Download it, fix it, and import that file.",
            "{count} rows have problems. Download them, fix them, and import that file.",
            { count: count(report.refused) },
          )}
        </h2>
        <Button kind="quiet" size="small" onClick={() => void saveRefused(_id)}>
          <Download aria-hidden className="size-4.5" />
          {t("Download refused rows")}
        </Button>
      </div>
      <ProblemList label={t("Problems")} problems={report.problems} onDownload={({ text }) => void saveRefused(_id, text)} />
    </section>
  );
}

/** Downloads the refused rows: all, or those with one problem. */
const saveRefused = (importId: string, problem?: string) =>
  saveDocument(t("refused-rows.csv"), refusedRows, problem === undefined ? {} : { problem }, { importId });

/** Cells that are left out or read differently than written. Their rows are imported. */
function Warnings({ report: { warnings, added, changed } }: { report: ImportReport }) {
  if (warnings.length === 0) return null;
  const isImported = added + changed > 0;
  return (
    <section aria-labelledby="look-at" className="mb-4 flex flex-col gap-2 rounded-control bg-marigold-tint px-4 py-3 text-marigold-ink">
      <h2 id="look-at" className="font-semibold">
        {isImported ? t("Worth a look. These rows will be imported.") : t("Worth a look")}
      </h2>
      <ProblemList label={t("Worth a look")} problems={warnings} />
    </section>
  );
}
