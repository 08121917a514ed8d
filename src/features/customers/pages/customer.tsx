import { ArrowLeft, Mail, Phone } from "lucide-react";
import { Link, useParams } from "react-router";
import { AddressLines } from "#features/addresses/pages/address-lines.tsx";
import { statusTone } from "#features/orders/rules.ts";
import { statusInWords } from "#features/orders/words.ts";
import { formatDollars } from "#shared/money.ts";
import { formatDay } from "#shared/time.ts";
import { Badge } from "#ui/badge.tsx";
import { DataTable, type Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/panel.tsx";
import { call, CallError } from "#web/call.ts";
import { MoreButton } from "#web/more-button.tsx";
import { privateMeta } from "#web/meta/page-meta.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { usePersonal } from "#web/session/session.ts";
import { useFace } from "#web/use-face.ts";
import { usePersonalPages } from "#web/use-personal-pages.ts";
import { t } from "#words/t.ts";
import { customerOrders, getCustomer, type CustomerDetails, type CustomerOrder } from "../contract.ts";
import { USER_STATUS_NAMES } from "#features/account/pages/role-words.ts";

export const meta = privateMeta(t("Customer"));

/** A customer: how to reach them, their addresses and their orders. */
export default function CustomerPage() {
  const { customerId = "" } = useParams();
  const params = { customerId };
  const details = usePersonal(["customer", customerId], async () => (await call(getCustomer, undefined, { params })).data);
  if (details.error instanceof CallError && [400, 404].includes(details.error.status))
    return (
      <div className="panel">
        <EmptyState title={t("We couldn't find that customer")}>
          <p>{t("The account may have been deleted.")}</p>
        </EmptyState>
      </div>
    );
  return (
    <>
      <Link
        to={adminPaths.customers}
        className="mb-3 inline-flex min-h-9 items-center gap-1.5 text-sm font-semibold text-leaf hover:underline"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {t("Customers")}
      </Link>
      <Loaded query={details}>{(customer) => <Details customer={customer} />}</Loaded>
      <h2 className="heading mt-8 mb-3 text-xl">{t("Orders")}</h2>
      <Orders customerId={customerId} />
    </>
  );
}

function Details({ customer }: { customer: CustomerDetails }) {
  const { timeZone } = useFace();
  const { name, email, mobile, status, verify_email, createdAt, last_login_date, orders, spend, lastOrderAt, addresses } = customer;
  const day = (at: string | null, otherwise: string) => (at ? formatDay(at, timeZone, "medium") : otherwise);
  const facts = [
    [t("Orders"), String(orders)],
    [t("Spend"), formatDollars(spend)],
    [t("Last order"), day(lastOrderAt, t("None"))],
    [t("Customer since"), day(createdAt, "")],
    [t("Last login"), day(last_login_date, t("Never"))],
  ] as const;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="heading text-3xl break-words">{name}</h1>
        {status !== "Active" && <Badge tone="red">{USER_STATUS_NAMES[status]}</Badge>}
      </div>
      <p className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
        <a href={`mailto:${email}`} className={contact}>
          <Mail aria-hidden className="size-4.5 shrink-0" />
          {email}
        </a>
        {mobile && (
          <a href={`tel:${mobile.replaceAll(/[^+\d]/g, "")}`} className={contact}>
            <Phone aria-hidden className="size-4.5 shrink-0" />
            {mobile}
          </a>
        )}
        {!verify_email && <span className="self-center text-sm text-ink-2">{t("Email not confirmed")}</span>}
      </p>
      <dl className="mt-5 grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
        {facts.map(([label, value]) => (
          <div key={label} className="panel px-4 py-3">
            <dt className="text-sm text-ink-2">{label}</dt>
            <dd className="mt-0.5 font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <h2 className="heading mt-8 mb-3 text-xl">{t("Addresses")}</h2>
      {addresses.length === 0 ? (
        <p className="text-ink-2">{t("No saved address.")}</p>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {addresses.map((address) => (
            <li key={address._id} className="panel px-4 py-3 wrap-anywhere">
              <AddressLines address={address} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const contact = "inline-flex min-h-9 min-w-0 items-center gap-2 wrap-anywhere text-leaf hover:underline";

function Orders({ customerId }: { customerId: string }) {
  const { timeZone } = useFace();
  const { rows, query } = usePersonalPages(["customer-orders", customerId], (before, options) =>
    call(customerOrders, before, { ...options, params: { customerId } }),
  );
  return (
    <>
      <DataTable
        label={t("Orders")}
        columns={columnsIn(timeZone)}
        rows={rows}
        rowId={({ _id }) => _id}
        failure={query.isError ? { title: t("We couldn't load the orders"), again: () => void query.refetch() } : undefined}
        empty={<EmptyState title={t("No orders yet")} />}
      />
      <MoreButton query={query} />
    </>
  );
}

function columnsIn(timeZone: string): Column<CustomerOrder>[] {
  return [
    {
      id: "order",
      header: t("Order"),
      cell: ({ orderId, createdAt }) => (
        <>
          <Link to={adminPaths.order(orderId)} className="font-semibold hover:text-leaf hover:underline">
            {orderId}
          </Link>
          <p className="text-xs whitespace-nowrap text-ink-2 md:hidden">{formatDay(createdAt, timeZone, "medium")}</p>
        </>
      ),
    },
    {
      id: "placed",
      header: t("Placed"),
      from: "md",
      cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatDay(createdAt, timeZone, "medium")}</span>,
    },
    { id: "status", header: t("Status"), cell: ({ status }) => <Badge tone={statusTone[status]}>{statusInWords(status)}</Badge> },
    {
      id: "payment",
      header: t("Payment"),
      from: "md",
      cell: ({ payment_status }) => <span className="whitespace-nowrap">{statusInWords(payment_status)}</span>,
    },
    { id: "pieces", header: t("Pieces"), from: "md", numeric: true, cell: ({ pieces }) => pieces },
    { id: "total", header: t("Total"), numeric: true, cell: ({ totalAmt }) => formatDollars(totalAmt) },
  ];
}
