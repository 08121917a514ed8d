import type { ReactNode } from "react";
import { Link } from "react-router";
import { useUser } from "#features/account/pages/use-user.ts";
import { ID } from "#shared/id.ts";
import { dayIn, formatClock, formatDay } from "#shared/time.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TryAgain } from "#ui/failure/try-again.tsx";
import { useAddressFilters } from "#web/address-parameters.ts";
import { call } from "#web/call.ts";
import { isDay } from "#web/forms/is-day.ts";
import { MoreButton } from "#web/more-button.tsx";
import { privateMeta } from "#web/meta/page-meta.ts";
import { usePersonal } from "#web/session/session.ts";
import { useFace } from "#web/use-face.ts";
import { usePersonalPages } from "#web/use-personal-pages.ts";
import { t } from "#words/t.ts";
import { AUDITED, listAdminChanges, listChangers, type AdminChange } from "../contract.ts";
import { readableKinds } from "../rules.ts";
import { ChangeList } from "./change-list.tsx";
import { actionInWords, KIND_WORDS, placeOf } from "./kind-words.ts";
import { thingInWords } from "./value-words.ts";

export const meta = privateMeta(t("Activity"));

const filterLook = "min-h-10.5 rounded-control border border-field-line bg-surface px-3 text-sm";

/** What the staff changed, newest first: by person, kind and day. */
export default function Activity() {
  const user = useUser();
  const [parameters, change] = useAddressFilters();
  const given = (name: string, isValid: (text: string) => boolean) => {
    const text = parameters.get(name) ?? "";
    return isValid(text) ? text : "";
  };
  const by = given("by", (text) => ID.test(text));
  const day = given("day", isDay);
  const kind = AUDITED.find((one) => one === parameters.get("kind"));
  const people = usePersonal(["changers"], async () => (await call(listChangers, undefined)).data);
  const { rows, query } = usePersonalPages(["activity", by, kind, day], (before, options) =>
    call(listAdminChanges, { ...(by && { by }), ...(kind && { kind }), ...(day && { day }), ...before }, options),
  );
  return (
    <div className="max-w-4xl">
      <h1 className="heading mb-5 text-3xl">{t("Activity")}</h1>
      <search className="mb-4 flex flex-wrap gap-3">
        <select
          aria-label={t("Person")}
          value={by}
          onChange={({ target }) => change({ by: target.value })}
          className={`${filterLook} max-w-full`}
        >
          <option value="">{t("Everyone")}</option>
          {people.data?.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </select>
        <select aria-label={t("Kind")} value={kind ?? ""} onChange={({ target }) => change({ kind: target.value })} className={filterLook}>
          <option value="">{t("Everything")}</option>
          {readableKinds(user?.role ?? "MANAGER").map((one) => (
            <option key={one} value={one}>
              {KIND_WORDS[one].plural}
            </option>
          ))}
        </select>
        <input
          type="date"
          aria-label={t("Day")}
          value={day}
          onChange={({ target }) => change({ day: target.value })}
          className={filterLook}
        />
        {(by || kind || day) && (
          <Button kind="plain" size="small" onClick={() => change({ by: "", kind: "", day: "" })}>
            {t("Clear")}
          </Button>
        )}
      </search>
      {query.isError && !rows ? (
        <TryAgain title={t("We couldn't load the activity")} again={() => void query.refetch()} />
      ) : !rows ? (
        <Skeleton className="h-96 rounded-panel" />
      ) : rows.length === 0 ? (
        <div className="panel">
          <EmptyState title={t("No Data")} />
        </div>
      ) : (
        <Days changes={rows} />
      )}
      <MoreButton query={query} />
    </div>
  );
}

/** The changes by day, in the shop's time zone. */
function Days({ changes }: { changes: readonly AdminChange[] }) {
  const { timeZone } = useFace();
  const days = Map.groupBy(changes, ({ at }) => dayIn(timeZone, at));
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={formatDay(ofDay[0]!.at, timeZone, "full")} className="mb-6">
      <h2 className="mb-2 text-sm font-bold text-ink-2">{formatDay(ofDay[0]!.at, timeZone, "full")}</h2>
      <ol className="panel divide-y divide-line">
        {ofDay.map((change) => (
          <li key={change._id} className="px-4 py-3">
            <Change change={change} />
          </li>
        ))}
      </ol>
    </section>
  ));
}

/** Actions that recorded the whole thing, which is of no use here: its own page shows it. */
const WHOLE = new Set(["added", "deleted", "restored"]);

function Change({ change: { at, by, kind, thingId, thingName, action, before, after } }: { change: AdminChange }): ReactNode {
  const { timeZone } = useFace();
  const to = action === "deleted" ? undefined : placeOf(kind, thingId, thingName);
  const name = thingInWords(kind, thingName) || KIND_WORDS[kind].name;
  const hasFields = Object.keys(before).length + Object.keys(after).length > 0;
  return (
    <>
      <div className="flex flex-wrap justify-between gap-x-4">
        <p className="min-w-0 wrap-anywhere">
          <b className="font-semibold">{by.name || t("Someone")}</b> {actionInWords(action)} {/* Whoever joined is named already. */}
          {action === "joined" ? null : to ? (
            <Link to={to} className="font-semibold text-leaf hover:underline">
              {name}
            </Link>
          ) : (
            <span className="font-semibold">{name}</span>
          )}
          <span className="text-ink-2"> · {KIND_WORDS[kind].name}</span>
        </p>
        <time dateTime={at} className="text-sm whitespace-nowrap text-ink-2">
          {formatClock(at, timeZone)}
        </time>
      </div>
      {hasFields && !WHOLE.has(action) && <ChangeList before={before} after={after} />}
    </>
  );
}
