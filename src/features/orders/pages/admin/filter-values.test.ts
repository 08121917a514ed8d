import { expect, test } from "vitest";
import { orderFilters } from "../../admin/contract.ts";
import { isFilter } from "./filter-values.ts";

const VALUES = [
  ...["yes", "no", "PENDING", "pending", "CANCELLED", "delivery", "collection", "drone", "slot", "name", "a".repeat(100), "a".repeat(101)],
  ...["2026-11-21", "2028-02-29", "2026-02-29", "2026-02-30", "2026-13-01", "0000-01-01", "2026-1-1", "21/11/2026"],
];

test("the list sends exactly the filters that the server accepts", () => {
  for (const [name, filter] of Object.entries(orderFilters.shape))
    for (const value of VALUES) expect([name, value, isFilter(name, value)]).toEqual([name, value, filter.safeParse(value).success]);
  expect([isFilter("status", ""), isFilter("color", "yes")]).toEqual([false, false]);
});
