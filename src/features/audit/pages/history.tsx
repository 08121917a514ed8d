import { actionInWords } from "./kind-words.ts";
import { rich } from "#words/rich.ts";
import { useState } from "react";
import { ChevronDown } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { call, messageOf } from "#web/call.ts";
import { usePersonal } from "#web/session/session.ts";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import { listAdminChanges, type AdminChange, type AuditedKind } from "../contract.ts";
import { ChangeList } from "./change-list.tsx";

interface HistoryProps {
  kind: AuditedKind;
  /** The thing's id. */
  id: string;
  className?: string;
}

/** Who changed a thing, when and how; loaded when expanded. */
export function History({ kind, id, className = "mt-6 border-t border-line pt-3" }: HistoryProps) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className={classNames("group", className)}>
      <summary className="flex min-h-11 list-none items-center justify-between gap-2 font-bold">
        {t("History")}
        <ChevronDown aria-hidden className="size-5 text-ink-2 transition-transform duration-150 group-open:rotate-180" />
      </summary>
      {open && <Changes kind={kind} id={id} />}
    </details>
  );
}

function Changes({ kind, id }: Pick<HistoryProps, "kind" | "id">) {
  const { data, error, refetch } = usePersonal(["history", kind, id], () => call(listAdminChanges, { kind, id }));
  const { timeZone } = useFace();
  const [older, setOlder] = useState<AdminChange[]>([]);
  const [next, setNext] = useState<string | null>();
  const before = next === undefined ? data?.next : next;
  const readOn = async () => {
    const page = await call(listAdminChanges, { kind, id, before: before! });
    setOlder([...older, ...page.data]);
    setNext(page.next);
  };
  if (error)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-tomato">
        {messageOf(error)}
        <Button kind="quiet" size="small" onClick={() => void refetch()}>
          {t("Try again")}
        </Button>
      </p>
    );
  if (!data) return <Skeleton className="h-20 rounded-card" />;
  const changes = [...data.data, ...older];
  const time = new Intl.DateTimeFormat(t("en-US"), { dateStyle: "medium", timeStyle: "short", timeZone });
  return (
    <>
      {changes.length === 0 && <p className="py-2 text-ink-2">{t("No Data")}</p>}
      <ol className="flex flex-col divide-y divide-line">
        {changes.map((change) => (
          <li key={change._id} className="py-2.5">
            <p>
              {rich("{name} {action} it", {
                name: <b className="font-semibold">{change.by.name || t("Someone")}</b>,
                action: actionInWords(change.action),
              })}
              <time dateTime={change.at} className="ml-2 text-sm whitespace-nowrap text-ink-2">
                {time.format(new Date(change.at))}
              </time>
            </p>
            {/* If it was added or deleted, all its fields are recorded, which is of no use here. */}
            {change.action !== "added" && change.action !== "deleted" && change.action !== "restored" && (
              <ChangeList before={change.before} after={change.after} />
            )}
          </li>
        ))}
      </ol>
      {before && (
        <Button kind="quiet" size="small" onClick={() => void readOn()} className="mt-2">
          {t("Show older")}
        </Button>
      )}
    </>
  );
}
