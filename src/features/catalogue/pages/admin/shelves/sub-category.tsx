import { Suspense, useMemo, useState } from "react";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { pictureOf } from "#features/files/rules.ts";
import { Button } from "#ui/button.tsx";
import { DataTable, type Column } from "#ui/data-table.tsx";
import { Picture } from "#ui/picture.tsx";
import { lazy } from "#web/loading/lazy.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { t } from "#words/t.ts";
import { PageHead } from "../page-head.tsx";
import { spokenName } from "../in-page-language.ts";
import { useSubCategories, type VersionedSubCategory } from "../use-catalogue.ts";

const ShelfDialog = lazy(() => import("./shelf-dialog.tsx"));
const DeleteDialog = lazy(() => import("../delete-dialog.tsx"));
const Viewer = lazy(async () => ({ default: (await import("#ui/viewer.tsx")).Viewer }));

export const meta = privateMeta(t("Sub Category [page]"));

/** Manages subcategories (ADM-3, ADM-4, ADM-5). */
export default function SubCategoryPage() {
  const { data, isError, refetch } = useSubCategories();
  const [edited, setEdited] = useState<VersionedSubCategory | "new">();
  const [deleted, setDeleted] = useState<VersionedSubCategory>();
  const [seen, setSeen] = useState<VersionedSubCategory>();
  const rows = useMemo(() => data?.map((row, place) => ({ ...row, number: place + 1 })), [data]);
  const [columns] = useState(() => columnsOf({ edit: setEdited, remove: setDeleted, see: setSeen }));
  return (
    <>
      <PageHead title={t("Sub Category [page]")} kind="subCategory">
        <Button onClick={() => setEdited("new")}>
          <Plus aria-hidden className="size-5" />
          {t("Add Sub Category")}
        </Button>
      </PageHead>
      <DataTable
        label={t("Sub categories")}
        columns={columns}
        rows={rows}
        rowId={({ _id }) => _id}
        failure={isError && !data ? { title: t("We couldn't load the sub categories"), again: () => void refetch() } : undefined}
      />
      <Suspense fallback={null}>
        {edited && <ShelfDialog kind="subCategory" known={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />}
        {deleted && <DeleteDialog kind="subCategory" thing={deleted} onClose={() => setDeleted(undefined)} />}
        {seen && (
          <Viewer pictures={[pictureOf(seen.image)]} at={0} onMove={() => {}} name={spokenName(seen)} onClose={() => setSeen(undefined)} />
        )}
      </Suspense>
    </>
  );
}

type Act = (row: VersionedSubCategory) => void;

function columnsOf({ edit, remove, see }: { edit: Act; remove: Act; see: Act }): Column<VersionedSubCategory & { number: number }>[] {
  return [
    { id: "number", header: t("Sr.No"), cell: ({ number }) => number, from: "md" },
    {
      id: "name",
      header: t("Name"),
      cell: (row) => (
        <>
          <b className="font-semibold">{spokenName(row)}</b>
          <span className="block text-xs text-ink-2 md:hidden">{categoriesOf(row).join(", ")}</span>
        </>
      ),
      sortBy: spokenName,
    },
    {
      id: "image",
      header: t("Image"),
      cell: (row) => (
        <button
          type="button"
          aria-label={t("Enlarge the image of {name}", { name: spokenName(row) })}
          onClick={() => see(row)}
          className="block w-10 touch"
        >
          <Picture {...pictureOf(row.image)} alt="" sizes="40px" className="rounded-tag" />
        </button>
      ),
    },
    { id: "category", header: t("Category"), cell: (row) => <Chips names={categoriesOf(row)} />, from: "md" },
    {
      id: "action",
      header: t("Action"),
      pinned: true,
      cell: (row) => (
        <span className="flex">
          <Button kind="plain" size="icon" aria-label={t("Edit {name}", { name: spokenName(row) })} onClick={() => edit(row)}>
            <Pencil aria-hidden className="size-4.5" />
          </Button>
          <Button
            kind="plain"
            size="icon"
            aria-label={t("Delete {name}", { name: spokenName(row) })}
            onClick={() => remove(row)}
            className="hover:text-tomato"
          >
            <Trash2 aria-hidden className="size-4.5" />
          </Button>
        </span>
      ),
    },
  ];
}

const categoriesOf = ({ category }: VersionedSubCategory): string[] => category.map(({ name }) => name);

function Chips({ names }: { names: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-1.5 py-1.5">
      {names.map((name) => (
        <span key={name} className="rounded-tag bg-leaf-tint px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap text-leaf">
          {name}
        </span>
      ))}
    </span>
  );
}
