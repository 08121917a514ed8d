import { buttonLook } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { t } from "#words/t.ts";
import { NarrowButton } from "./narrow-button.tsx";
import { useNarrowing } from "./use-narrowing.ts";

/** Takes the place of a list when nothing fits the choices. */
export function NarrowedEmpty() {
  const page = useNarrowing();
  return (
    <EmptyState title={t("No products match these filters")}>
      <p>{t("Remove a filter, or start over.")}</p>
      <NarrowButton page={page} to={page.unfiltered} className={buttonLook({ kind: "outline" })}>
        {t("Clear filters")}
      </NarrowButton>
    </EmptyState>
  );
}
