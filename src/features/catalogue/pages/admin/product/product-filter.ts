import type { InputOf } from "#shared/endpoint.ts";
import { ADMIN_SORTS, type findProducts } from "../../../admin/find/contract.ts";

/** The filters in the URL, with the words for each choice; the shelves come from the shop. */
export const FILTERS = {
  shelf: { label: "Shelf", choices: {} },
  stock: { label: "Stock", choices: { "": "All", in: "In stock", out: "Out of stock" } },
  check: { label: "To check", choices: { "": "All", picture: "No picture", price: "Unusual price" } },
  shown: { label: "Shown", choices: { "": "All", yes: "Shown to shoppers", no: "Hidden" } },
  sort: {
    label: "Sort by",
    choices: {
      "": "Default",
      changed: "Last changed",
      name: "Name",
      price: "Lowest price",
      "price-down": "Highest price",
      stock: "Lowest stock",
      "stock-down": "Highest stock",
      sold: "Most sold",
    },
  },
} as const;
export type FilterName = keyof typeof FILTERS;

export type Filter = Omit<InputOf<typeof findProducts>, "page" | "limit" | "ids" | "search">;

/** What a URL asks for. Anything that cannot be meant is ignored. */
export function readFilter(params: URLSearchParams): Filter {
  const shelf = params.get("shelf") ?? "";
  const [stock, check, shown] = [params.get("stock"), params.get("check"), params.get("shown")];
  const sort = ADMIN_SORTS.find((one) => one === params.get("sort"));
  return {
    ...(/^[0-9a-f]{32}$/.test(shelf) && { shelf }),
    ...((stock === "in" || stock === "out") && { stock }),
    ...(check === "picture" && { picture: "none" as const }),
    ...(check === "price" && { price: "odd" as const }),
    ...((shown === "yes" || shown === "no") && { hidden: shown === "no" }),
    ...(sort && { sort }),
  };
}
