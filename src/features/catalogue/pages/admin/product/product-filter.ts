import { ID } from "#shared/id.ts";
import type { InputOf } from "#shared/endpoint.ts";
import { t } from "#words/t.ts";
import { ADMIN_SORTS, type findProducts } from "../../../admin/find/contract.ts";

/** The filters in the URL, with the words for each choice; the shelves come from the shop. */
export const FILTERS = {
  shelf: { label: t("Shelf"), choices: {} },
  stock: { label: t("Stock"), choices: { "": t("All [choice]"), in: t("In stock"), low: t("Low stock"), out: t("Out of stock") } },
  check: { label: t("To check"), choices: { "": t("All [choice]"), picture: t("No picture"), price: t("Unusual price") } },
  shown: { label: t("Shown"), choices: { "": t("All [choice]"), yes: t("Shown to shoppers"), no: t("Hidden") } },
  sort: {
    label: t("Sort by"),
    choices: {
      "": t("Default"),
      changed: t("Last changed"),
      name: t("Name"),
      price: t("Lowest price"),
      "price-down": t("Highest price"),
      stock: t("Lowest stock"),
      "stock-down": t("Highest stock"),
      sold: t("Most sold"),
    },
  },
} as const;
export type FilterName = keyof typeof FILTERS;

export type Filter = Omit<InputOf<typeof findProducts>, "page" | "limit" | "ids" | "search">;

/** What a URL asks for. Invalid values are ignored. */
export function readFilter(params: URLSearchParams): Filter {
  const shelf = params.get("shelf") ?? "";
  const [stock, check, shown] = [params.get("stock"), params.get("check"), params.get("shown")];
  const sort = ADMIN_SORTS.find((one) => one === params.get("sort"));
  return {
    ...(ID.test(shelf) && { shelf }),
    ...((stock === "in" || stock === "low" || stock === "out") && { stock }),
    ...(check === "picture" && { picture: "none" as const }),
    ...(check === "price" && { price: "odd" as const }),
    ...((shown === "yes" || shown === "no") && { hidden: shown === "no" }),
    ...(sort && { sort }),
  };
}
