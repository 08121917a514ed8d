import { X } from "lucide-react";
import { Link, useLocation } from "react-router";
import { localPath } from "#words/language.ts";
import { t } from "#words/t.ts";
import type { Choices } from "../../narrowing/contract.ts";
import { without, writeAddress } from "../../narrowing/rules.ts";
import { appliedIn, chosenLabel } from "./labels.ts";
import type { PageNarrowing } from "./use-narrowing.ts";

/** The chosen values, which can be removed one by one or all at once. Each chip is a small form, so that it works without script. */
export function ChosenChips({ page: { narrowing, kept, unfiltered, change }, choices }: { page: PageNarrowing; choices: Choices }) {
  const { pathname } = useLocation();
  const chosen = appliedIn(narrowing, choices);
  if (chosen.length === 0) return null;
  return (
    <ul aria-label={t("Chosen filters")} className="flex flex-wrap items-center gap-2">
      {chosen.map((one) => {
        const left = without(narrowing, one);
        const label = chosenLabel(one, choices);
        return (
          <li key={one.join(":")}>
            <form
              method="get"
              action={localPath(pathname)}
              onSubmit={(event) => {
                event.preventDefault();
                change(left);
              }}
            >
              {[...kept, ...writeAddress(left)].map(([name, value]) => (
                <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
              ))}
              <button
                type="submit"
                className="flex min-h-9 items-center gap-1.5 rounded-full bg-leaf-tint py-1 pr-2.5 pl-3.5 text-sm font-semibold text-leaf-2 touch hover:bg-line"
              >
                <span className="sr-only">{t("Remove filter")} </span>
                {label}
                <X aria-hidden className="size-4" />
              </button>
            </form>
          </li>
        );
      })}
      <li>
        <Link
          to={unfiltered}
          preventScrollReset
          className="inline-flex min-h-9 items-center px-2 text-sm font-semibold text-leaf underline underline-offset-4 touch"
        >
          {t("Clear filters")}
        </Link>
      </li>
    </ul>
  );
}
