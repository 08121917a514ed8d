import { Link } from "react-router";
import { formatDollars } from "#shared/money.ts";
import { formatDay } from "#shared/time.ts";
import { Badge } from "#ui/badge.tsx";
import { DataTable, type Column, type Sort } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useAddressFilters } from "#web/address-parameters.ts";
import { call } from "#web/call.ts";
import { MoreButton } from "#web/more-button.tsx";
import { privateMeta } from "#web/meta/page-meta.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { SearchField } from "#web/filters/search-field.tsx";
import { useFace } from "#web/use-face.ts";
import { usePersonalPages } from "#web/use-personal-pages.ts";
import { t } from "#words/t.ts";
import { CUSTOMER_SORTS, listCustomers, type Customer, type CustomerSort } from "../contract.ts";
import { USER_STATUS_NAMES } from "#features/account/pages/role-words.ts";

export const meta = privateMeta(t("Customers"));

/** Everyone with an account, with what they ordered and paid. */
export default function Customers() {
  const { timeZone } = useFace();
  const [parameters, change] = useAddressFilters();
  const search = parameters.get("q") ?? "";
  const sort = CUSTOMER_SORTS.find((one) => one === parameters.get("sort")) ?? "newest";
  const { rows, query } = usePersonalPages(["customers", search, sort], (before, options) =>
    call(listCustomers, { ...(search && { search }), sort, ...before }, options),
  );
  return (
    <>
      <h1 className="heading mb-5 text-3xl">{t("Customers")}</h1>
      <search className="mb-3 flex flex-wrap gap-3">
        <SearchField label={t("Name, email or phone")} value={search} onChange={(q) => change({ q })} />
        <select
          aria-label={t("Sort by")}
          value={sort}
          onChange={({ target }) => change({ sort: target.value === "newest" ? "" : target.value })}
          className="min-h-10.5 rounded-control border border-field-line bg-surface px-3 text-sm"
        >
          {CUSTOMER_SORTS.map((one) => (
            <option key={one} value={one}>
              {SORT_WORDS[one]}
            </option>
          ))}
        </select>
      </search>
      <DataTable
        label={t("Customers")}
        columns={columnsIn(timeZone)}
        rows={rows}
        rowId={({ _id }) => _id}
        sort={SORTED[sort]}
        onSort={({ id }) => change({ sort: id })}
        failure={query.isError ? { title: t("We couldn't load the customers"), again: () => void query.refetch() } : undefined}
        empty={<EmptyState title={t("No Data")}>{search && <p>{t("Nobody matches “{search}”.", { search })}</p>}</EmptyState>}
      />
      <MoreButton query={query} />
    </>
  );
}

const SORT_WORDS: Readonly<Record<CustomerSort, string>> = {
  newest: t("Newest first"),
  name: t("Name"),
  orders: t("Most orders"),
  spend: t("Highest spend"),
  lastOrder: t("Last order"),
};

/** How the table shows each order. */
const SORTED: Readonly<Record<CustomerSort, Sort>> = {
  newest: { id: "newest", desc: true },
  name: { id: "name", desc: false },
  orders: { id: "orders", desc: true },
  spend: { id: "spend", desc: true },
  lastOrder: { id: "lastOrder", desc: true },
};

/** The server sorts. `sortBy` only says which columns can be sorted. */
function columnsIn(timeZone: string): Column<Customer>[] {
  const day = (at: string) => (
    <time dateTime={at} className="whitespace-nowrap">
      {formatDay(at, timeZone, "medium")}
    </time>
  );
  return [
    {
      id: "name",
      header: t("Name"),
      sortBy: ({ name }) => name,
      cell: ({ _id, name, email, mobile, status }) => (
        <div className="w-32 sm:w-52 xl:w-60 2xl:w-80">
          <Link to={adminPaths.customer(_id)} className="block truncate font-semibold hover:text-leaf hover:underline">
            {name}
          </Link>
          <p className="truncate text-xs text-ink-2">{email}</p>
          {mobile && (
            <p className="text-xs xl:hidden">
              <Phone number={mobile} />
            </p>
          )}
          {status !== "Active" && <Badge tone="red">{USER_STATUS_NAMES[status]}</Badge>}
        </div>
      ),
    },
    { id: "orders", header: t("Orders"), numeric: true, sortBy: ({ orders }) => orders, cell: ({ orders }) => orders },
    { id: "spend", header: t("Spend"), numeric: true, sortBy: ({ spend }) => spend, cell: ({ spend }) => formatDollars(spend) },
    {
      id: "lastOrder",
      header: t("Last order"),
      from: "md",
      sortBy: ({ lastOrderAt }) => lastOrderAt ?? "",
      cell: ({ lastOrderAt }) => (lastOrderAt ? day(lastOrderAt) : <span className="text-ink-2">{t("None")}</span>),
    },
    { id: "phone", header: t("Phone"), from: "xl", cell: ({ mobile }) => mobile && <Phone number={mobile} /> },
    { id: "newest", header: t("Since"), from: "xl", sortBy: ({ createdAt }) => createdAt, cell: ({ createdAt }) => day(createdAt) },
  ];
}

function Phone({ number }: { number: string }) {
  return (
    <a href={`tel:${number.replaceAll(/[^+\d]/g, "")}`} className="whitespace-nowrap hover:text-leaf hover:underline">
      {number}
    </a>
  );
}
