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
  category: { name: t("category"), plural: t("Categories") },
  subCategory: { name: t("sub category"), plural: t("Sub categories") },
  product: { name: t("product"), plural: t("Products") },
  order: { name: t("order"), plural: t("Orders") },
  payment: { name: t("payment"), plural: t("Payments") },
  user: { name: t("person"), plural: t("People") },
  import: { name: t("import"), plural: t("Imports") },
  filters: { name: t("filters"), plural: t("Filters") },
  settings: { name: t("settings"), plural: t("Settings") },
  synonym: { name: t("synonym"), plural: t("Synonyms") },
  delivery: { name: t("delivery"), plural: t("Delivery") },
  coupon: { name: t("coupon"), plural: t("Coupons") },
  message: { name: t("message"), plural: t("Messages") },
  complaint: { name: t("complaint"), plural: t("Complaints") },
};

/** The page that shows a changed thing. */
export function placeOf(kind: AuditedKind, id: string, name: string): string {
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

const PLACES: Readonly<Record<Exclude<AuditedKind, "order" | "product" | "complaint" | "import" | "user">, string>> = {
  category: adminPaths.categories,
  subCategory: adminPaths.subCategories,
  payment: `${paths.dashboard}#payments`,
  filters: adminPaths.filters,
  settings: adminPaths.settings(),
  synonym: adminPaths.searches,
  delivery: adminPaths.delivery,
  coupon: adminPaths.coupons,
  message: `${adminPaths.inbox}?list=answered`,
};

const ACTIONS: Readonly<Record<string, string>> = {
  added: t("added [action]"),
  changed: t("changed [action]"),
  deleted: t("deleted [action]"),
  restored: t("restored [action]"),
  answered: t("answered [action]"),
  archived: t("archived [action]"),
  ended: t("ended [action]"),
  imported: t("imported [action]"),
  invited: t("invited [action]"),
  "invited again": t("invited again [action]"),
  uninvited: t("uninvited [action]"),
  joined: t("joined [action]"),
  "taken back": t("taken back [action]"),
  undone: t("undone [action]"),
};

/** What somebody did to something. */
export const actionInWords = (action: string) => ACTIONS[action] ?? action;
