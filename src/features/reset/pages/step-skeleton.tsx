import { Skeleton } from "#ui/skeleton.tsx";
import { t } from "#words/t.ts";

/** Shown until it is clear whether this step may be shown. */
export function StepSkeleton() {
  return (
    <div className="page flex justify-center py-8 md:py-14" aria-busy="true" aria-label={t("Loading")}>
      <div className="w-full max-w-md">
        <Skeleton className="h-10 w-64" />
        <Skeleton className="mt-3 h-5 w-80 max-w-full" />
        <Skeleton className="mt-6 h-56 rounded-panel" />
      </div>
    </div>
  );
}
