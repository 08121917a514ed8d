import { lazy, Suspense, useState } from "react";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { pictureOf } from "#features/files/rules.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Picture } from "#ui/picture.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TryAgain } from "#ui/try-again.tsx";
import { privateMeta } from "#web/page-meta.ts";
import { PageHead } from "./page-head.tsx";
import { useCategories, type KeptCategory } from "./use-catalogue.ts";

const ShelfDialog = lazy(() => import("./shelf-dialog.tsx"));
const DeleteDialog = lazy(() => import("./delete-dialog.tsx"));

export const meta = privateMeta("Category");

const GRID = "grid grid-cols-2 gap-3.5 md:grid-cols-4 xl:grid-cols-6";

/** The categories of the shop, to be kept (ADM-1, ADM-2, ADM-5). */
export default function CategoryPage() {
  const { data, isError, refetch } = useCategories();
  const [edited, setEdited] = useState<KeptCategory | "new">();
  const [deleted, setDeleted] = useState<KeptCategory>();
  const add = (
    <Button onClick={() => setEdited("new")}>
      <Plus aria-hidden className="size-5" />
      Add Category
    </Button>
  );
  return (
    <>
      <PageHead title="Category" kind="category">
        {add}
      </PageHead>
      {isError && !data ? (
        <TryAgain title="The categories could not be loaded" again={() => void refetch()} />
      ) : data?.length === 0 ? (
        <div className="panel">
          <EmptyState title="No Data">
            <p>Products lie in categories: add the first one.</p>
          </EmptyState>
        </div>
      ) : (
        <ul className={GRID} {...(!data && { "aria-busy": true, "aria-label": "Loading" })}>
          {data?.map((category) => (
            <CategoryCard key={category._id} category={category} edit={() => setEdited(category)} remove={() => setDeleted(category)} />
          )) ?? <Skeletons />}
        </ul>
      )}
      <Suspense fallback={null}>
        {edited && <ShelfDialog kind="category" known={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />}
        {deleted && <DeleteDialog kind="category" thing={deleted} onClose={() => setDeleted(undefined)} />}
      </Suspense>
    </>
  );
}

function CategoryCard({ category: { name, image }, edit, remove }: { category: KeptCategory; edit: () => void; remove: () => void }) {
  return (
    <li className="panel flex flex-col rounded-card p-2">
      <Picture {...pictureOf(image)} alt="" sizes="(width < 48rem) 45vw, 180px" />
      <h2 className="mt-2 line-clamp-2 px-1 text-center font-semibold break-words">{name}</h2>
      <div className="mt-auto grid grid-cols-2 gap-1.5 pt-2">
        <Button kind="outline" size="small" aria-label={`Edit ${name}`} onClick={edit} className="px-1!">
          <Pencil aria-hidden className="size-4" />
          Edit
        </Button>
        <Button kind="quiet" size="small" aria-label={`Delete ${name}`} onClick={remove} className="px-1! hover:text-tomato">
          <Trash2 aria-hidden className="size-4" />
          Delete
        </Button>
      </div>
    </li>
  );
}

function Skeletons() {
  return Array.from({ length: 12 }, (_, place) => (
    <li key={place}>
      <Skeleton className="h-64 rounded-card" />
    </li>
  ));
}
