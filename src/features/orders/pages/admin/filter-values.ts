import { WAYS } from "#features/delivery/contract.ts";
import { isDay } from "#web/forms/is-day.ts";
import type { OrderFilters } from "../../admin/contract.ts";
import { ORDER_STATUSES } from "../../contract.ts";

const isShort = (text: string) => text.length <= 100;

const FILTERS: Record<keyof OrderFilters, (value: string) => boolean> = {
  orderId: isShort,
  userName: isShort,
  startDate: isDay,
  endDate: isDay,
  status: (value) => ORDER_STATUSES.some((status) => status === value),
  cancelRequested: (value) => value === "yes",
  unpaid: (value) => value === "yes",
  paid: (value) => value === "yes",
  canceled: (value) => value === "no",
  way: (value) => WAYS.some((way) => way === value),
  slot: isShort,
  sort: (value) => value === "slot",
};

/** Whether the server accepts a filter of the list, and it narrows it. */
export const isFilter = (name: string, value: string) => value !== "" && name in FILTERS && FILTERS[name as keyof OrderFilters](value);
