import { Suspense, useState } from "react";
import { ChevronRight, Heart, ListChecks, Plus } from "lucide-react";
import { Link, useNavigate } from "react-router";
import { Button } from "#ui/button.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TryAgain } from "#ui/failure/try-again.tsx";
import { ProgressLine } from "#ui/progress-line.tsx";
import { lazy } from "#web/loading/lazy.ts";
import { paths } from "#web/paths.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { t } from "#words/t.ts";
import { FAVORITES } from "../contract.ts";
import { createList, reloadLists, useLists } from "./lists-state.ts";
import { countWords, SavedPage } from "./saved-page.tsx";

const load = () => import("./name-dialog.tsx");
const NameDialog = lazy(load);

export const meta = privateMeta(t("Lists"));

export default function ListsPage() {
  return (
    <SavedPage title={t("Lists")}>
      <Lists />
    </SavedPage>
  );
}

function Lists() {
  const { status, lists } = useLists();
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  if (status === "failed") return <TryAgain title={t("We couldn't load your lists")} again={() => void reloadLists()} />;
  const create = async (name: string) => {
    const id = await createList(name);
    if (id) void navigate(paths.list(id));
    return id !== undefined;
  };
  return (
    <>
      <ul aria-busy={status === "loading"} className="grid gap-3 md:grid-cols-2 md:gap-4 lg:grid-cols-3">
        {lists.map(({ _id, name, lines }) => {
          const Icon = _id === FAVORITES ? Heart : ListChecks;
          return (
            <li key={_id}>
              <Link
                to={_id === FAVORITES ? paths.favorites : paths.list(_id)}
                className="panel flex h-full min-h-20 items-center gap-4 px-4.5 py-3 hover:border-line-2"
              >
                <span className="grid size-11 shrink-0 place-items-center rounded-control bg-leaf-tint text-leaf">
                  <Icon aria-hidden className="size-5" />
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block font-bold wrap-anywhere">{name}</span>
                  {status === "ready" ? (
                    <span className="block text-sm text-ink-2">{countWords(lines.length, 0)}</span>
                  ) : (
                    <Skeleton className="my-1 h-3.5 w-20" />
                  )}
                </span>
                <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-3" />
              </Link>
            </li>
          );
        })}
        <li>
          <Button
            kind="quiet"
            disabled={status !== "ready"}
            onPointerEnter={() => void load()}
            onClick={() => setAsking(true)}
            className="h-full min-h-20 w-full rounded-panel! border-dashed"
          >
            <Plus aria-hidden className="size-5" />
            {t("New list")}
          </Button>
        </li>
      </ul>
      <Suspense fallback={<ProgressLine />}>
        {asking && <NameDialog title={t("New list")} confirm={t("Create")} onName={create} onClose={() => setAsking(false)} />}
      </Suspense>
    </>
  );
}
