import type { ReactNode } from "react";
import { slotInWords } from "#features/delivery/slots/rules.ts";
import { classNames } from "#ui/class-names.ts";
import { selectLook } from "#ui/field.tsx";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import { dense, Labeled } from "./labeled.tsx";
import type { OrderFiltersProps } from "./order-filters.tsx";
import { useOrderSlots } from "./use-all-orders.ts";

/** Filters by way and time of delivery, and sorting by it; only once the shop has delivery zones, or orders with delivery times. */
export function DeliveryFilters({ filters, onChange }: OrderFiltersProps) {
  const { delivers } = useFace();
  const { data: slots = [] } = useOrderSlots();
  if (!delivers && slots.length === 0) return null;
  return (
    <>
      <Select label={t("Delivery")} value={filters.way ?? ""} onChoose={(way) => onChange({ way })} className="md:w-36">
        <option value="">{t("All [choice]")}</option>
        <option value="delivery">{t("Delivery")}</option>
        <option value="collection">{t("Pickup")}</option>
      </Select>
      <Select label={t("Delivery time")} value={filters.slot ?? ""} onChoose={(slot) => onChange({ slot })} className="md:w-64">
        <option value="">{t("All [choice]")}</option>
        {slots.map((slot) => (
          <option key={slot.id} value={slot.id}>
            {`${slotInWords(slot)} · ${slot.zone || t("Pickup")} (${slot.orders})`}
          </option>
        ))}
      </Select>
      <Select label={t("Sort by")} value={filters.sort ?? ""} onChoose={(sort) => onChange({ sort })} className="md:w-64">
        <option value="">{t("Newest first")}</option>
        <option value="slot">{t("Delivery time, soonest first")}</option>
      </Select>
    </>
  );
}

interface SelectProps {
  label: string;
  value: string;
  onChoose: (value: string) => void;
  className: string;
  children: ReactNode;
}

function Select({ label, value, onChoose, className, children }: SelectProps) {
  return (
    <Labeled label={label} className={className}>
      {(id) => (
        <select id={id} value={value} onChange={({ target }) => onChoose(target.value)} className={classNames(selectLook, dense)}>
          {children}
        </select>
      )}
    </Labeled>
  );
}
