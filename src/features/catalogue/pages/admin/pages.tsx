import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { t } from "#words/t.ts";

interface PagesProps {
  /** Starts at 1. */
  page: number;
  total: number;
  onPage: (page: number) => void;
}

/** Previous and Next, with `page/total` in between (ADM-8). */
export function Pages({ page, total, onPage }: PagesProps) {
  return (
    <nav aria-label={t("Pages")} className="mt-6 flex items-center justify-between gap-3">
      <Button kind="quiet" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden className="size-5 max-[22rem]:hidden" />
        {t("Previous")}
      </Button>
      <span aria-live="polite" className="font-semibold">
        {page}/{Math.max(total, 1)}
      </span>
      <Button kind="quiet" disabled={page >= total} onClick={() => onPage(page + 1)}>
        {t("Next")}
        <ChevronRight aria-hidden className="size-5 max-[22rem]:hidden" />
      </Button>
    </nav>
  );
}
