import { NavLink, useSearchParams } from "react-router";
import { classNames } from "#ui/class-names.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TryAgain } from "#ui/failure/try-again.tsx";
import { call } from "#web/call.ts";
import { MoreButton } from "#web/more-button.tsx";
import { privateMeta } from "#web/meta/page-meta.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { usePersonalPages } from "#web/use-personal-pages.ts";
import { t } from "#words/t.ts";
import { INBOX_LISTS, listMessages, type InboxList } from "../../contract.ts";
import { InboxMessage } from "./inbox-message.tsx";

export const meta = privateMeta(t("Inbox"));

const LIST_WORDS: Readonly<Record<InboxList, string>> = { open: t("Open"), answered: t("Answered"), archived: t("Archived") };
const EMPTY_WORDS: Readonly<Record<InboxList, string>> = {
  open: t("Messages from the contact page appear here."),
  answered: t("Answered messages appear here."),
  archived: t("Archived messages appear here."),
};

/** The messages of the contact page: those that wait for an answer, those that have one, and those that were put away. */
export default function Inbox() {
  const [parameters] = useSearchParams();
  const list = INBOX_LISTS.find((one) => one === parameters.get("list")) ?? "open";
  const { rows, query } = usePersonalPages(["inbox", list], (before, options) => call(listMessages, { list, ...before }, options));
  const open = query.data?.pages.at(-1)?.open;
  const isCurrent = !query.isPlaceholderData;
  return (
    <div className="max-w-3xl">
      <h1 className="heading mb-4 text-3xl">{t("Inbox")}</h1>
      <nav aria-label={t("Inbox")} className="mb-5 flex flex-wrap gap-2">
        {INBOX_LISTS.map((one) => (
          <NavLink
            key={one}
            to={one === "open" ? adminPaths.inbox : `${adminPaths.inbox}?list=${one}`}
            aria-current={one === list ? "page" : undefined}
            className={classNames(
              "flex min-h-11 items-center gap-2 rounded-control border px-4 font-semibold",
              one === list ? "border-leaf bg-leaf-tint text-leaf" : "border-line-2 bg-surface hover:bg-sunken",
            )}
          >
            {LIST_WORDS[one]}
            {one === "open" && open !== undefined && <span className="text-sm">{open}</span>}
          </NavLink>
        ))}
      </nav>
      {query.isError && !rows ? (
        <TryAgain title={t("We couldn't load the messages")} again={() => void query.refetch()} />
      ) : !rows || !isCurrent ? (
        <Skeleton className="h-64 rounded-panel" />
      ) : rows.length === 0 ? (
        <div className="panel">
          <EmptyState title={list === "open" ? t("Everything is answered") : t("No Data")}>
            <p>{EMPTY_WORDS[list]}</p>
          </EmptyState>
        </div>
      ) : (
        <ul className="flex flex-col gap-4">
          {rows.map((message) => (
            <li key={message._id}>
              <InboxMessage message={message} />
            </li>
          ))}
        </ul>
      )}
      {isCurrent && <MoreButton query={query} />}
    </div>
  );
}
