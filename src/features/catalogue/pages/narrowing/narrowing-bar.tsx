import { lazy, Suspense, useState } from "react";
import { SlidersHorizontal } from "lucide-react";
import { Button } from "#ui/button.tsx";
import type { Choices } from "../../narrowing/contract.ts";
import { chosenIn } from "../../narrowing/rules.ts";
import { ChosenChips } from "./chosen-chips.tsx";
import { FilterForm } from "./filter-form.tsx";
import { useNarrowing } from "./use-narrowing.ts";

const FilterSheet = lazy(() => import("./filter-sheet.tsx"));

interface NarrowingBarProps {
  choices: Choices;
  total: number;
  /** What the list is sorted by if nothing else is chosen. */
  usual: string;
}

/** Filters, sorting and what is chosen: a bar above the list, and on phones a button that opens a sheet. */
export function NarrowingBar({ choices, total, usual }: NarrowingBarProps) {
  const page = useNarrowing();
  const [sheet, setSheet] = useState<"never" | "open" | "closed">("never");
  const count = chosenIn(page.narrowing).length + (page.narrowing.sort ? 1 : 0);
  return (
    <div className="mb-4 flex flex-col gap-3">
      <div className="narrowing-bar max-md:hidden">
        <FilterForm choices={choices} page={page} usual={usual} floating />
      </div>
      <noscript>
        <style>{".narrowing-bar { display: block !important }"}</style>
      </noscript>
      <Button kind="quiet" onClick={() => setSheet("open")} aria-haspopup="dialog" className="needs-script self-start md:hidden">
        <SlidersHorizontal aria-hidden className="size-4.5" />
        Filter and sort
        {count > 0 && (
          <span className="tabular-nums">
            ({count}
            <span className="sr-only"> chosen</span>)
          </span>
        )}
      </Button>
      <ChosenChips page={page} />
      {sheet !== "never" && (
        <Suspense>
          <FilterSheet
            open={sheet === "open"}
            onOpenChange={(open) => setSheet(open ? "open" : "closed")}
            choices={choices}
            page={page}
            usual={usual}
            total={total}
          />
        </Suspense>
      )}
    </div>
  );
}
