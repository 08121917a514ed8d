import { Button } from "#ui/button.tsx";
import { Layer } from "#ui/dialogs/layer.tsx";
import { t } from "#words/t.ts";
import type { Choices } from "../../narrowing/contract.ts";
import { countOf } from "./count-of.ts";
import { FilterForm } from "./filter-form.tsx";
import type { PageNarrowing } from "./use-narrowing.ts";

interface FilterSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  choices: Choices;
  page: PageNarrowing;
  usual: string;
  total: number;
}

/** Filters and sorting on phones. The list behind it follows every choice. */
export default function FilterSheet({ open, onOpenChange, choices, page, usual, total }: FilterSheetProps) {
  return (
    <Layer
      open={open}
      onOpenChange={onOpenChange}
      title={t("Filter and sort")}
      className="inset-x-0 bottom-0 max-h-[85dvh] overflow-hidden rounded-t-hero data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in"
      footerClassName="bg-surface pb-[max(1.25rem,env(safe-area-inset-bottom))]"
      footer={
        <>
          {/* Not in the button, where an announcement would not be part of its name. */}
          <output className="sr-only">{countOf(total)}</output>
          <Button size="large" onClick={() => onOpenChange(false)} className="w-full">
            {t("Show {total}", { total: countOf(total) })}
          </Button>
        </>
      }
    >
      <FilterForm choices={choices} page={page} total={total} usual={usual} />
    </Layer>
  );
}
