import { adminPaths } from "#web/admin-paths.ts";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";
import type { AuditedKind } from "../contract.ts";

interface KindWords {
  name: string;
  plural: string;
}

/** The recorded kinds in words. */
export const KIND_WORDS: Readonly<Record<AuditedKind, KindWords>> = {
  category: { name: "category", plural: "Categories" },
  subCategory: { name: "sub category", plural: t("Sub categories") },
  product: { name: "product", plural: "Products" },
  order: { name: "order", plural: "Orders" },
  payment: { name: "payment", plural: "Payments" },
  user: { name: "person", plural: "People" },
  import: { name: "import", plural: "Imports" },
  filters: { name: "filters", plural: "Filters" },
  settings: { name: "settings", plural: "Settings" },
  synonym: { name: "synonym", plural: "Synonyms" },
  delivery: { name: "delivery", plural: "Delivery" },
  coupon: { name: "coupon", plural: "Coupons" },
  message: { name: "message", plural: "Messages" },
  complaint: { name: "complaint", plural: "Complaints" },
};

/** The page that shows a changed thing; undefined if there is none. */
export function placeOf(kind: AuditedKind, id: string, name: string): string | undefined {
  switch (kind) {
    case "order":
      return adminPaths.order(name);
    case "product":
      return adminPaths.product(id);
    case "complaint":
      return adminPaths.complaint(id);
    case "import":
      return adminPaths.productImport(id);
    case "user":
      // An invitation is called by its email address.
      return name.includes("@") ? adminPaths.staff : adminPaths.customer(id);
    default:
      return PLACES[kind];
  }
}

const PLACES: Readonly<Record<Exclude<AuditedKind, "order" | "product" | "complaint" | "import" | "user">, string | undefined>> = {
  category: adminPaths.categories,
  subCategory: adminPaths.subCategories,
  payment: `${paths.dashboard}#payments`,
  filters: adminPaths.filters,
  settings: adminPaths.settings(),
  synonym: adminPaths.searches,
  delivery: adminPaths.delivery,
  coupon: undefined,
  message: `${adminPaths.inbox}?list=answered`,
};
