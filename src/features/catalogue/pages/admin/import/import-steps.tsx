import { Check } from "lucide-react";
import { classNames } from "#ui/class-names.ts";
import { t } from "#words/t.ts";

const STEPS = ["File", "Columns", "Check", "Done"] as const;
export type ImportStep = (typeof STEPS)[number];
const NAMES: Readonly<Record<ImportStep, string>> = {
  File: t("File"),
  Columns: t("Columns"),
  Check: t("Check [step]"),
  Done: t("Done [step]"),
};

/** The progress of an import: 1 File, 2 Columns, 3 Check, 4 Done. */
export function ImportSteps({ now }: { now: ImportStep }) {
  const at = STEPS.indexOf(now);
  return (
    <ol aria-label={t("Steps")} className="mb-6 flex items-center gap-2 sm:gap-3">
      {STEPS.map((name, place) => (
        <li
          key={name}
          aria-current={place === at ? "step" : undefined}
          className={classNames(
            "flex items-center gap-2 text-sm font-semibold sm:gap-3",
            place < STEPS.length - 1 && "grow after:h-px after:min-w-2 after:grow after:bg-line-2",
            place > at ? "text-ink-2" : "text-leaf",
          )}
        >
          <span
            className={classNames(
              "grid size-8 shrink-0 place-items-center rounded-full border text-sm",
              place < at && "border-leaf bg-leaf-tint",
              place === at && "border-leaf-fill bg-leaf-fill text-on-leaf",
              place > at && "border-line-2 bg-surface",
            )}
          >
            {place < at ? <Check aria-hidden className="size-4.5" /> : place + 1}
          </span>
          <span className={classNames(place !== at && "max-sm:sr-only")}>
            {NAMES[name]}
            {place < at && <span className="sr-only">{t(", done")}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
