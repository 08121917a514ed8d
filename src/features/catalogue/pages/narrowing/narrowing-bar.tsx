import { Suspense, useRef, useState } from "react";
import { SlidersHorizontal } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { useEarlyPress } from "#web/early-press.ts";
import { lazy } from "#web/loading/lazy.ts";
import { t } from "#words/t.ts";
import type { Choices } from "../../narrowing/contract.ts";
import { ChosenChips } from "./chosen-chips.tsx";
import { FilterForm } from "./filter-form.tsx";
import { appliedIn } from "./labels.ts";
import { useNarrowing } from "./use-narrowing.ts";

const FilterSheet = lazy(() => import("./filter-sheet.tsx"));

interface NarrowingBarProps {
  /** Undefined while they are being counted: until then the list can only be sorted. */
  choices: Choices | undefined;
  /** The choices belong to an earlier list. */
  isOld?: boolean;
  /** Someone is about to use the choices. */
  onNear?: () => void;
  total: number;
  /** What the list is sorted by if nothing else is chosen. */
  usual: string;
}

const NONE: Choices = { brand: [], price: [], offer: 0, stock: 0, detail: [] };

/** Filters, sorting and what is chosen: a bar above the list, and on phones a button that opens a sheet. */
export function NarrowingBar({ choices = NONE, isOld = false, onNear, total, usual }: NarrowingBarProps) {
  const page = useNarrowing();
  const [sheet, setSheet] = useState<"never" | "open" | "closed">("never");
  const button = useRef<HTMLButtonElement>(null);
  useEarlyPress(button, () => setSheet("open"));
  const count = appliedIn(page.narrowing, choices).length + (page.narrowing.sort ? 1 : 0);
  return (
    <div onPointerEnter={onNear} onFocus={onNear} className="mb-4 flex flex-col gap-3">
      <div aria-busy={isOld} className={classNames("narrowing-bar transition-opacity duration-150 max-md:hidden", isOld && "opacity-60")}>
        <FilterForm choices={choices} page={page} total={total} usual={usual} floating />
      </div>
      <noscript>
        <style>{".narrowing-bar { display: block !important } .narrowing-bar fieldset { position: static }"}</style>
      </noscript>
      <Button
        ref={button}
        kind="quiet"
        data-early=""
        onClick={() => setSheet("open")}
        aria-haspopup="dialog"
        className="needs-script max-w-full self-start md:hidden"
      >
        <SlidersHorizontal aria-hidden className="size-4.5" />
        {t("Filter and sort")}
        {count > 0 && (
          <span className="tabular-nums">
            ({count}
            <span className="sr-only"> {t("chosen")}</span>)
          </span>
        )}
      </Button>
      <ChosenChips page={page} choices={choices} />
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
