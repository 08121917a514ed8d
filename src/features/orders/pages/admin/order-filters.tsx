import type { ComponentProps, ReactNode } from "react";
import { Hash, User, X } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { inputLook, selectLook } from "#ui/field.tsx";
import { useTypedFilter } from "#web/filters/use-typed-filter.ts";
import { t } from "#words/t.ts";
import type { OrderFilters as Filters } from "../../admin/contract.ts";
import { ORDER_STATUSES } from "../../contract.ts";
import { DeliveryFilters } from "./delivery-filters.tsx";
import { dense, Labeled } from "./labeled.tsx";
import { statusInWords } from "../../words.ts";

export const NO_FILTERS = {
  orderId: "",
  userName: "",
  startDate: "",
  endDate: "",
  status: "",
  cancelRequested: "",
  unpaid: "",
  paid: "",
  canceled: "",
  way: "",
  slot: "",
  sort: "",
} as const satisfies Record<keyof Filters, string>;

export interface OrderFiltersProps {
  /** From the URL. */
  filters: Filters;
  onChange: (change: Partial<Record<keyof Filters, string>>) => void;
}

/** The list's filters (ADM-10). Changes update the URL at once, typed text after a short delay. */
export function OrderFilters({ filters, onChange }: OrderFiltersProps) {
  const any = Object.values(filters).some(Boolean);
  return (
    <search aria-label={t("Filters")} className="mb-4 grid grid-cols-2 items-end gap-x-2.5 gap-y-3 md:flex md:flex-wrap">
      <Labeled label={t("Order ID")} icon={<Hash aria-hidden className="size-4" />} className="md:w-44">
        {(id) => <Typed id={id} value={filters.orderId ?? ""} onTyped={(orderId) => onChange({ orderId })} className="pl-9 uppercase" />}
      </Labeled>
      <Labeled label={t("User name")} icon={<User aria-hidden className="size-4" />} className="md:w-48">
        {(id) => <Typed id={id} value={filters.userName ?? ""} onTyped={(userName) => onChange({ userName })} className="pl-9" />}
      </Labeled>
      <Labeled label={t("Start date")} className="md:w-40">
        {(id) => <Day id={id} value={filters.startDate ?? ""} max={filters.endDate} onDay={(startDate) => onChange({ startDate })} />}
      </Labeled>
      <Labeled label={t("End date")} className="md:w-40">
        {(id) => <Day id={id} value={filters.endDate ?? ""} min={filters.startDate} onDay={(endDate) => onChange({ endDate })} />}
      </Labeled>
      <Labeled label={t("Status")} className="md:w-40">
        {(id) => (
          <select
            id={id}
            value={filters.status ?? ""}
            onChange={(event) => onChange({ status: event.target.value })}
            className={classNames(selectLook, dense)}
          >
            <option value="">{t("All [choice]")}</option>
            {ORDER_STATUSES.map((status) => (
              <option key={status} value={status}>
                {statusInWords(status)}
              </option>
            ))}
          </select>
        )}
      </Labeled>
      <DeliveryFilters filters={filters} onChange={onChange} />
      <Switch on={Boolean(filters.unpaid)} onSwitch={(on) => onChange({ unpaid: on ? "yes" : "", paid: "" })}>
        {t("Not paid yet")}
      </Switch>
      <Switch on={Boolean(filters.paid)} onSwitch={(on) => onChange({ paid: on ? "yes" : "", unpaid: "" })}>
        {t("Paid [orders]")}
      </Switch>
      {/* The Overview leads here; the status filter has no such choice. */}
      {filters.canceled && (
        <Switch on onSwitch={() => onChange({ canceled: "" })}>
          {t("Not canceled")}
        </Switch>
      )}
      <Switch on={Boolean(filters.cancelRequested)} onSwitch={(on) => onChange({ cancelRequested: on ? "yes" : "" })}>
        {t("Cancellation requested")}
      </Switch>
      {any && (
        <Button kind="plain" onClick={() => onChange(NO_FILTERS)} className="min-h-10.5 px-3">
          <X aria-hidden className="size-4.5" />
          {t("Clear filters")}
        </Button>
      )}
    </search>
  );
}

const look = classNames(inputLook, dense);

/** A filter that is on or off. */
function Switch({ on, onSwitch, children }: { on: boolean; onSwitch: (on: boolean) => void; children: ReactNode }) {
  return (
    <Button kind={on ? "outline" : "quiet"} aria-pressed={on} onClick={() => onSwitch(!on)} className="min-h-10.5 px-3.5 text-sm touch">
      {children}
    </Button>
  );
}

type TypedProps = { value: string; onTyped: (value: string) => void } & Pick<ComponentProps<"input">, "id" | "className">;

function Typed({ value, onTyped, id, className }: TypedProps) {
  const { typed, type } = useTypedFilter(value, onTyped);
  return (
    <input
      id={id}
      type="search"
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      value={typed}
      onChange={(event) => type(event.target.value)}
      className={classNames(look, className)}
    />
  );
}

type DayProps = { id: string; value: string; min?: string | undefined; max?: string | undefined; onDay: (day: string) => void };

function Day({ id, value, min, max, onDay }: DayProps) {
  return <input id={id} type="date" value={value} min={min} max={max} onChange={(event) => onDay(event.target.value)} className={look} />;
}
