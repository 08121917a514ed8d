import { Link } from "react-router";
import { buttonLook } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { t } from "#words/t.ts";
import { useNarrowing } from "./use-narrowing.ts";

/** Takes the place of a list when nothing fits the choices. */
export function NarrowedEmpty() {
  const { unfiltered } = useNarrowing();
  return (
    <EmptyState title={t("No products match these filters")}>
      <p>{t("Remove a filter, or start over.")}</p>
      <Link to={unfiltered} className={buttonLook({ kind: "outline" })}>
        {t("Clear filters")}
      </Link>
    </EmptyState>
  );
}
