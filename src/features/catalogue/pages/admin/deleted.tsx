import { useMemo, useState } from "react";
import { ArchiveRestore } from "lucide-react";
import { toast } from "#ui/toast/toast.ts";
import { Link, useSearchParams } from "react-router";
import { pictureOf } from "#features/files/rules.ts";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { DataTable, type Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Picture } from "#ui/picture.tsx";
import { call, messageOf } from "#web/call.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import { RESTORE_DAYS, restoreProduct, type DeletedThing } from "../../admin/contract.ts";
import { restoreCategory, restoreSubCategory } from "../../admin/shelves/contract.ts";
import { Pages } from "./pages.tsx";
import { spokenName } from "./in-page-language.ts";
import { readCatalogueAgain, useDeleted } from "./use-catalogue.ts";
import { useListAddress } from "./use-list-address.ts";

export const meta = privateMeta(t("Recently deleted"));

const KINDS = {
  product: { name: t("Product"), restore: restoreProduct },
  category: { name: t("Category"), restore: restoreCategory },
  subCategory: { name: t("Sub Category"), restore: restoreSubCategory },
} as const;
type Kind = keyof typeof KINDS;

const isKind = (text: string | null): text is Kind => text !== null && text in KINDS;

/** Deleted items that can still be restored. */
export default function DeletedPage() {
  const [params] = useSearchParams();
  const asked = params.get("kind");
  const kind = isKind(asked) ? asked : undefined;
  const { page, go } = useListAddress();
  const { data, isError, refetch } = useDeleted(kind, page);
  const { timeZone } = useFace();
  const columns = useMemo(() => columnsOf(timeZone), [timeZone]);
  return (
    <>
      <h1 className="heading text-3xl">{t("Recently deleted")}</h1>
      <p className="mt-1 mb-4 text-ink-2">{t("Deleted items can be restored for {RESTORE_DAYS} days.", { RESTORE_DAYS })}</p>
      <nav aria-label={t("Kinds")} className="mb-4 flex flex-wrap gap-2">
        <KindLink name={t("All")} active={!kind} />
        {Object.entries(KINDS).map(([one, { name }]) => (
          <KindLink key={one} name={name} kind={one as Kind} active={kind === one} /> // keys of the object above
        ))}
      </nav>
      <DataTable
        label={t("Recently deleted")}
        columns={columns}
        rows={data?.data}
        rowId={({ _id }) => _id}
        failure={isError && !data ? { title: t("We couldn't load the list"), again: () => void refetch() } : undefined}
        empty={
          <EmptyState title={t("No Data")}>
            <p>{t("Nothing was deleted in the last {RESTORE_DAYS} days.", { RESTORE_DAYS })}</p>
          </EmptyState>
        }
      />
      {data && data.totalPage > 1 && <Pages page={page} total={data.totalPage} onPage={go} />}
    </>
  );
}

function columnsOf(timeZone: string): Column<DeletedThing>[] {
  const day = new Intl.DateTimeFormat(t("en-US"), { dateStyle: "medium", timeZone });
  return [
    {
      id: "name",
      header: t("Name"),
      cell: (thing) => (
        <span className="flex min-w-44 items-center gap-3 py-1">
          <span className="w-10 shrink-0">
            <Picture {...pictureOf(thing.image)} alt="" sizes="40px" className="rounded-tag" />
          </span>
          <b className="font-semibold">{spokenName(thing)}</b>
        </span>
      ),
    },
    { id: "kind", header: t("Kind"), cell: (thing) => KINDS[thing.kind].name },
    { id: "deleted", header: t("Deleted"), cell: (thing) => day.format(new Date(thing.deletedAt)) },
    { id: "by", header: t("By"), cell: ({ by }) => by },
    { id: "until", header: t("Can be restored until"), cell: ({ until }) => day.format(new Date(until)) },
    { id: "action", header: t("Action"), cell: (thing) => <Restore thing={thing} /> },
  ];
}

function KindLink({ name, kind, active }: { name: string; kind?: Kind; active: boolean }) {
  return (
    <Link
      to={adminPaths.deleted(kind)}
      aria-current={active ? "page" : undefined}
      className={classNames(
        "inline-flex min-h-11 items-center rounded-control border px-4 font-semibold",
        active ? "border-leaf bg-leaf-tint text-leaf" : "border-line-2 bg-surface hover:bg-sunken",
      )}
    >
      {name}
    </Link>
  );
}

function Restore({ thing }: { thing: DeletedThing }) {
  const [busy, setBusy] = useState(false);
  const restore = async () => {
    setBusy(true);
    try {
      const { message } = await call(KINDS[thing.kind].restore, { _id: thing._id });
      await readCatalogueAgain();
      toast.success(message);
    } catch (error) {
      toast.error(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <Button
      kind="outline"
      size="small"
      busy={busy}
      aria-label={t("Restore {name}", { name: spokenName(thing) })}
      onClick={() => void restore()}
    >
      <ArchiveRestore aria-hidden className="size-4.5" />
      {t("Restore")}
    </Button>
  );
}
