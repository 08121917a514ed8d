import { Suspense, useState } from "react";
import { Plus } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Reload } from "#ui/failure/reload.tsx";
import { lazy } from "#web/loading/lazy.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { t } from "#words/t.ts";
import { CardSkeletons, ShelfCard } from "./shelf-card.tsx";
import { PageHead } from "../page-head.tsx";
import { spokenName } from "../in-page-language.ts";
import { useCategories, type VersionedCategory } from "../use-catalogue.ts";

const ShelfDialog = lazy(() => import("./shelf-dialog.tsx"));
const DeleteDialog = lazy(() => import("../delete-dialog.tsx"));

export const meta = privateMeta(t("Category [page]"));

const GRID = "grid grid-cols-2 gap-3.5 md:grid-cols-4 xl:grid-cols-6";

/** Manages categories (ADM-1, ADM-2, ADM-5). */
export default function CategoryPage() {
  const { data, isError, refetch } = useCategories();
  const [edited, setEdited] = useState<VersionedCategory | "new">();
  const [deleted, setDeleted] = useState<VersionedCategory>();
  const add = (
    <Button onClick={() => setEdited("new")}>
      <Plus aria-hidden className="size-5" />
      {t("Add Category")}
    </Button>
  );
  return (
    <>
      <PageHead title={t("Category [page]")} kind="category">
        {add}
      </PageHead>
      {isError && !data ? (
        <Reload again={() => void refetch()} />
      ) : data?.length === 0 ? (
        <div className="panel">
          <EmptyState title={t("No Data")}>
            <p>{t("Products belong to categories. Add the first one.")}</p>
          </EmptyState>
        </div>
      ) : (
        <ul className={GRID} {...(!data && { "aria-busy": true, "aria-label": t("Loading") })}>
          {data?.map((category) => (
            <ShelfCard
              key={category._id}
              {...category}
              name={spokenName(category)}
              edit={() => setEdited(category)}
              remove={() => setDeleted(category)}
            />
          )) ?? <CardSkeletons height="h-64" />}
        </ul>
      )}
      <Suspense fallback={null}>
        {edited && <ShelfDialog kind="category" known={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />}
        {deleted && <DeleteDialog kind="category" thing={deleted} onClose={() => setDeleted(undefined)} />}
      </Suspense>
    </>
  );
}
