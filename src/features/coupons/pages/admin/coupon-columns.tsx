import { formatCount } from "#shared/count.ts";
import { formatDollars } from "#shared/money.ts";
import { formatDay } from "#shared/time.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import type { Column } from "#ui/data-table.tsx";
import { t } from "#words/t.ts";
import type { Coupon, CouponState } from "../../contract.ts";

const STATES = {
  active: { tone: "green", words: t("Active") },
  off: { tone: "grey", words: t("Off") },
  "not yet": { tone: "blue", words: t("Not yet") },
  over: { tone: "grey", words: t("Expired") },
  "used up": { tone: "yellow", words: t("Used up") },
  ended: { tone: "grey", words: t("Ended") },
} as const satisfies Record<CouponState, { tone: string; words: string }>;

/** The columns of the coupons, with what can be done about each. */
export function couponColumns(edit: (coupon: Coupon) => void, end: (coupon: Coupon) => void): Column<Coupon>[] {
  return [
    {
      id: "code",
      header: t("Code"),
      cell: ({ code }) => <span className="font-semibold whitespace-nowrap">{code}</span>,
      sortBy: ({ code }) => code,
    },
    {
      id: "state",
      header: t("Status"),
      cell: (coupon) => <StateBadge coupon={coupon} />,
      sortBy: ({ state }) => STATES[state].words,
    },
    { id: "terms", header: t("Terms [coupon]"), cell: (coupon) => <span className="block min-w-40">{termsOf(coupon)}</span> },
    { id: "days", header: t("Days"), cell: (coupon) => <span className="block min-w-32">{daysOf(coupon)}</span> },
    {
      id: "uses",
      header: t("Used"),
      cell: usesOf,
      sortBy: ({ uses }) => uses,
      numeric: true,
    },
    { id: "given", header: t("Taken off"), cell: ({ given }) => formatDollars(given), sortBy: ({ given }) => given, numeric: true },
    {
      id: "actions",
      header: <span className="sr-only">{t("Actions")}</span>,
      cell: (coupon) => <CouponActions coupon={coupon} edit={edit} end={end} />,
    },
  ];
}

interface ShownCoupon {
  coupon: Coupon;
  edit: (coupon: Coupon) => void;
  end: (coupon: Coupon) => void;
}

/** A coupon on phones, which have no room for the columns. */
export function CouponCard({ coupon, edit, end }: ShownCoupon) {
  return (
    <li className="panel rounded-card p-3.5">
      <p className="flex items-center justify-between gap-3">
        <span className="min-w-0 font-semibold wrap-anywhere">{coupon.code}</span>
        <StateBadge coupon={coupon} />
      </p>
      <p className="mt-1.5">{termsOf(coupon)}</p>
      <p className="mt-0.5 text-sm text-ink-2">{daysOf(coupon)}</p>
      <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <Figure name={t("Used")} value={usesOf(coupon)} />
        <Figure name={t("Taken off")} value={formatDollars(coupon.given)} />
      </dl>
      <CouponActions coupon={coupon} edit={edit} end={end} />
    </li>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-ink-2">{name}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  );
}

function StateBadge({ coupon: { state } }: { coupon: Coupon }) {
  return <Badge tone={STATES[state].tone}>{STATES[state].words}</Badge>;
}

function CouponActions({ coupon, edit, end }: ShownCoupon) {
  if (coupon.state === "ended") return null;
  return (
    <span className="flex justify-end gap-2 max-md:mt-2">
      <Button kind="quiet" size="small" aria-label={t("Edit {code}", { code: coupon.code })} onClick={() => edit(coupon)}>
        {t("Edit")}
      </Button>
      <Button kind="quiet" size="small" aria-label={t("End {code}", { code: coupon.code })} onClick={() => end(coupon)}>
        {t("End")}
      </Button>
    </span>
  );
}

/** `3 of 10`, or how often it was used if there is no limit. */
function usesOf({ uses, maxUses }: Coupon): string {
  return maxUses === null ? formatCount(uses) : t("{used} of {most}", { used: formatCount(uses), most: formatCount(maxUses) });
}

/** `10% off everything, from $20.00, first order only`. */
function termsOf({ kind, value, minimum, shelfName, firstOrderOnly, maxUsesPerPerson }: Coupon): string {
  const off = kind === "percent" ? `${value}%` : formatDollars(value);
  return [
    t("{off} off {what}", { off, what: shelfName || t("everything") }),
    ...(minimum > 0 ? [t("from {amount}", { amount: formatDollars(minimum) })] : []),
    ...(firstOrderOnly ? [t("first order only")] : []),
    ...(maxUsesPerPerson === null
      ? []
      : [maxUsesPerPerson === 1 ? t("once per person") : t("{times} times per person", { times: formatCount(maxUsesPerPerson) })]),
  ].join(", ");
}

const inWords = (day: string) => formatDay(`${day}T12:00:00Z`, "UTC", "medium");

function daysOf({ startsOn, endsOn }: Coupon): string {
  if (startsOn && endsOn) return t("{start} to {end}", { start: inWords(startsOn), end: inWords(endsOn) });
  if (startsOn) return t("From {startsOn}", { startsOn: inWords(startsOn) });
  return endsOn ? t("Until {endsOn}", { endsOn: inWords(endsOn) }) : t("Always");
}
