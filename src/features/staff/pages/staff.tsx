import { Badge } from "#ui/badge.tsx";
import { DataTable, type Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ROLES } from "#shared/roles.ts";
import { formatDay } from "#shared/time.ts";
import { useAddressFilters } from "#web/address-parameters.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { MoreButton } from "#web/more-button.tsx";
import { SearchField } from "#web/filters/search-field.tsx";
import { useFace } from "#web/use-face.ts";
import type { Person } from "../contract.ts";
import { Invitations } from "./invitations.tsx";
import { InviteButton } from "./invite-button.tsx";
import { PersonActions } from "./person-actions.tsx";
import { ROLE_NAMES, ROLE_WORDS, USER_STATUS_NAMES } from "#features/account/pages/role-words.ts";
import { t } from "#words/t.ts";
import { usePeople } from "./use-people.ts";

export const meta = privateMeta(t("Staff"));

const FILTERS = ["EVERYONE", "STAFF", "ADMIN", "MANAGER", "PICKER"] as const;
const TONES = { Active: "green", Inactive: "grey", Suspended: "red" } as const;
const filterLook = "min-h-10.5 rounded-control border border-field-line bg-surface text-sm";

/** Who works in the shop. A search finds shoppers, too, so that they can be given a role. */
export default function Staff() {
  const { timeZone } = useFace();
  const [parameters, change] = useAddressFilters();
  const search = parameters.get("q") ?? "";
  const chosen = FILTERS.find((one) => one === parameters.get("role")) ?? (search ? "EVERYONE" : "STAFF");
  const { rows, query } = usePeople({ search, role: chosen === "EVERYONE" ? undefined : chosen });
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1 className="heading text-3xl">{t("Staff")}</h1>
        <InviteButton />
      </div>
      <Invitations />
      <search className="mb-3 flex flex-wrap gap-3">
        <SearchField label={t("Name or email")} value={search} onChange={(q) => change({ q })} />
        <select
          aria-label={t("Role")}
          value={chosen}
          onChange={({ target }) => change({ role: target.value })}
          className={`${filterLook} px-3`}
        >
          <option value="STAFF">{t("Staff")}</option>
          <option value="ADMIN">{t("Admins")}</option>
          <option value="MANAGER">{t("Managers")}</option>
          <option value="PICKER">{t("Pickers")}</option>
          <option value="EVERYONE">{t("Everyone")}</option>
        </select>
      </search>
      <DataTable
        label={t("People")}
        columns={columnsIn(timeZone)}
        rows={rows?.toSorted((one, other) => ROLES.indexOf(other.role) - ROLES.indexOf(one.role))}
        rowId={({ _id }) => _id}
        failure={query.isError ? { title: t("We couldn't load the list"), again: () => void query.refetch() } : undefined}
        empty={<EmptyState title={t("No Data")}>{search && <p>{t("Nobody matches “{search}”.", { search })}</p>}</EmptyState>}
      />
      <MoreButton query={query} />
    </>
  );
}

function columnsIn(timeZone: string): Column<Person>[] {
  return [
    {
      id: "name",
      header: t("Name"),
      cell: (person) => (
        <div className="w-42 sm:w-56 2xl:w-80">
          <p className="truncate font-semibold">{person.name}</p>
          <p className="truncate text-xs text-ink-2">{person.email}</p>
          {person.status !== "Active" && (
            <p className="mt-1 md:hidden">
              <Badge tone={TONES[person.status]}>{USER_STATUS_NAMES[person.status]}</Badge>
            </p>
          )}
          {/* On narrow screens their own column would be out of sight. */}
          <div className="mt-2 mb-1 xl:hidden">
            <PersonActions person={person} />
          </div>
        </div>
      ),
    },
    {
      id: "role",
      header: t("Role"),
      cell: ({ role }) => (role === "USER" ? ROLE_NAMES[role] : <Badge tone={ROLE_WORDS[role].tone}>{ROLE_NAMES[role]}</Badge>),
    },
    {
      id: "status",
      header: t("Status"),
      from: "md",
      cell: ({ status }) => <Badge tone={TONES[status]}>{USER_STATUS_NAMES[status]}</Badge>,
    },
    {
      id: "login",
      header: t("Last login"),
      from: "md",
      cell: ({ last_login_date: at }) => (
        <span className="whitespace-nowrap">{at ? <time dateTime={at}>{formatDay(at, timeZone, "medium")}</time> : t("Never")}</span>
      ),
    },
    {
      id: "since",
      header: t("Since"),
      from: "xl",
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="whitespace-nowrap">
          {formatDay(createdAt, timeZone, "medium")}
        </time>
      ),
    },
    {
      id: "actions",
      header: t("Actions"),
      from: "xl",
      cell: (person) => <PersonActions person={person} />,
    },
  ];
}
