import { Suspense, useState } from "react";
import { EllipsisVertical, Pencil, Trash2 } from "lucide-react";
import { Link, useNavigate, useParams } from "react-router";
import { buttonLook } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { RowList, useRows } from "#ui/held-rows.tsx";
import { Menu, MenuAction } from "#ui/menu.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TryAgain } from "#ui/failure/try-again.tsx";
import { ProgressLine } from "#ui/progress-line.tsx";
import { lazy } from "#web/loading/lazy.ts";
import { paths } from "#web/paths.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { t } from "#words/t.ts";
import { FAVORITES, type SavedList } from "../contract.ts";
import { AddAllButton } from "./add-all-button.tsx";
import { ListRow, ListRowSkeleton } from "./list-row.tsx";
import { deleteList, reloadLists, renameList, useLists } from "./lists-state.ts";
import { countWords, SavedPage } from "./saved-page.tsx";
import { useListProducts } from "./use-list-products.ts";

const NameDialog = lazy(() => import("./name-dialog.tsx"));

export const meta = privateMeta(t("List"));

/** One of a person's lists. */
export default function ListPage() {
  const { list: id } = useParams();
  const { status, lists } = useLists();
  const list = lists.find(({ _id }) => _id === id && _id !== FAVORITES);
  return (
    <SavedPage>
      {list ? (
        <List key={list._id} list={list} />
      ) : status === "failed" ? (
        <TryAgain title={t("We couldn't load your lists")} again={() => void reloadLists()} />
      ) : status === "ready" ? (
        <NoList />
      ) : (
        <Waiting />
      )}
    </SavedPage>
  );
}

const idOf = ({ productId }: SavedList["lines"][number]) => productId;

function List({ list }: { list: SavedList }) {
  const { _id, name, lines } = list;
  const [renaming, setRenaming] = useState(false);
  const navigate = useNavigate();
  const { products, failed, again } = useListProducts(lines.map(({ productId }) => productId));
  const rows = useRows(lines, idOf);
  const soldOut = lines.filter(({ productId }) => products.get(productId)?.stock === 0).length;
  const remove = () => {
    void navigate(paths.lists);
    void deleteList(list);
  };
  return (
    <div className="max-w-3xl">
      <div className="mb-4.5 flex flex-wrap items-center gap-x-3 gap-y-3">
        <div className="min-w-0 flex-1 max-sm:basis-3/5">
          <h1 className="heading text-3xl wrap-anywhere">{name}</h1>
          <p className="mt-1 text-ink-2" aria-live="polite">
            {countWords(lines.length, soldOut)}
          </p>
        </div>
        {lines.length > 0 && <AddAllButton list={list} className="max-sm:order-last max-sm:w-full" />}
        <Menu label={t("More")} name={t("More for {name}", { name })} icon={EllipsisVertical}>
          <MenuAction icon={Pencil} onSelect={() => setRenaming(true)}>
            {t("Rename")}
          </MenuAction>
          <MenuAction icon={Trash2} danger onSelect={remove}>
            {t("Delete")}
          </MenuAction>
        </Menu>
      </div>
      {rows.length === 0 && (
        <EmptyState title={t("This list is empty")}>
          <p>{t("Open a product and press “Save to list”.")}</p>
          <Link to={paths.home} className={buttonLook({ size: "large" }, "min-w-44")}>
            {t("Shop Now")}
          </Link>
        </EmptyState>
      )}
      <RowList rows={rows.filter(({ line }) => !failed || products.has(line.productId))} idOf={idOf}>
        {({ line, removed }) => {
          const product = products.get(line.productId);
          return product ? <ListRow list={list} product={product} quantity={line.quantity} removed={removed} /> : <ListRowSkeleton />;
        }}
      </RowList>
      {failed && <TryAgain title={t("We couldn't load the products")} again={again} />}
      <Suspense fallback={<ProgressLine />}>
        {renaming && (
          <NameDialog
            title={t("Rename list")}
            name={name}
            confirm={t("Save")}
            onName={(wanted) => renameList(_id, wanted)}
            onClose={() => setRenaming(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

function NoList() {
  return (
    <EmptyState title={t("We couldn't find that list")}>
      <p>{t("It may have been deleted, or belong to another account.")}</p>
      <Link to={paths.lists} className={buttonLook({ size: "large" }, "min-w-44")}>
        {t("Your lists")}
      </Link>
    </EmptyState>
  );
}

function Waiting() {
  return (
    <div aria-busy="true" aria-label={t("Loading your list")} className="flex max-w-3xl flex-col gap-2.5">
      <Skeleton className="mb-6 h-9 w-56" />
      <ListRowSkeleton />
      <ListRowSkeleton />
      <ListRowSkeleton />
    </div>
  );
}
