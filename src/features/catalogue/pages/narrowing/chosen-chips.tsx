import { X } from "lucide-react";
import { t } from "#words/t.ts";
import type { Choices } from "../../narrowing/contract.ts";
import { without } from "../../narrowing/rules.ts";
import { appliedIn, chosenLabel } from "./labels.ts";
import { NarrowButton } from "./narrow-button.tsx";
import type { PageNarrowing } from "./use-narrowing.ts";

/** The chosen values, which can be removed one by one or all at once. */
export function ChosenChips({ page, choices }: { page: PageNarrowing; choices: Choices }) {
  const { narrowing, unfiltered } = page;
  const chosen = appliedIn(narrowing, choices);
  if (chosen.length === 0) return null;
  return (
    <ul aria-label={t("Chosen filters")} className="flex flex-wrap items-center gap-2">
      {chosen.map((one) => (
        <li key={one.join(":")}>
          <NarrowButton
            page={page}
            to={without(narrowing, one)}
            className="flex min-h-9 items-center gap-1.5 rounded-full bg-leaf-tint py-1 pr-2.5 pl-3.5 text-sm font-semibold text-leaf-2 touch hover:bg-line"
          >
            <span className="sr-only">{t("Remove filter")} </span>
            {chosenLabel(one, choices)}
            <X aria-hidden className="size-4" />
          </NarrowButton>
        </li>
      ))}
      <li>
        <NarrowButton
          page={page}
          to={unfiltered}
          className="inline-flex min-h-9 items-center px-2 text-sm font-semibold text-leaf underline underline-offset-4 touch"
        >
          {t("Clear filters")}
        </NarrowButton>
      </li>
    </ul>
  );
}
