import { toCents, toHundredths } from "#shared/money.ts";
import { t } from "#words/t.ts";
import type { Fields } from "../../../audit/rules.ts";
import { LIMITS } from "../../fields/rules.ts";
import type { ShelfKind } from "../../shelf-tables.ts";
import { unitColumns } from "../../unit-price.ts";

/** What an import did to a product, from the audit trail. */
export interface Done {
  productId: string;
  name: string;
  action: string;
  before: Fields;
  after: Fields;
  /** The version that it gave the product. */
  version: number | null;
}

/** The product now. */
interface Present {
  version: number;
  deleted: boolean;
  stock: number;
  unit: string;
  /** In the form of the import's column `sold_by`. */
  soldBy: string;
}

/** What undoing it means for one product: delete it, set these columns and shelves, or leave it alone. */
export type Undoing =
  | { kind: "delete" }
  | { kind: "change"; set: Fields; shelves: Partial<Record<ShelfKind, string[]>> }
  | { kind: "skip"; reason: string };

const skip = (reason: string): Undoing => ({ kind: "skip", reason });

/** Decides what undoing an import means for one product. Pieces sold since then stay sold. */
export function planUndo({ action, before, after, version }: Done, now: Present | undefined): Undoing {
  if (!now || now.deleted) return skip(t("is no longer in the shop"));
  if (now.version !== version) return skip(t("has been changed since"));
  if (action === "added") return { kind: "delete" };
  const set: Fields = {};
  for (const field of ["sku", "name", "brand", "type", "unit", "description", "image"]) if (field in before) set[field] = before[field];
  const soldBy = (before["sold_by"] as string | undefined) ?? now.soldBy; // texts, as exported
  if ("sold_by" in before) set["soldBy"] = soldBy;
  if ("unit" in before || "sold_by" in before)
    Object.assign(set, unitColumns((before["unit"] as string | undefined) ?? now.unit, soldBy !== "piece"));
  if ("more_details" in before) set["moreDetails"] = before["more_details"];
  for (const [field, column] of [
    ["name_es", "nameEs"],
    ["unit_es", "unitEs"],
    ["description_es", "descriptionEs"],
  ] as const)
    if (field in before || field in after) set[column] = before[field] ?? "";
  if ("more_details_es" in before || "more_details_es" in after) set["moreDetailsEs"] = before["more_details_es"] ?? {};
  if ("price" in before) set["priceCents"] = toCents(Number(before["price"]));
  if ("discount" in before) set["discountHundredths"] = toHundredths(Number(before["discount"]));
  if ("offer" in before) set["offer"] = before["offer"];
  // Fields that a product may be without.
  if ("barcode" in before || "barcode" in after) set["barcode"] = before["barcode"] ?? null;
  if ("cost_price" in before || "cost_price" in after)
    set["costCents"] = "cost_price" in before ? toCents(Number(before["cost_price"])) : null;
  if ("hidden" in before || "hidden" in after) set["hidden"] = before["hidden"] ?? false;
  if ("sizesOf" in before || "sizesOf" in after) set["group"] = before["sizesOf"] ?? null;
  if ("size" in before || "size" in after) set["groupLabel"] = before["size"] ?? "";
  if ("stock" in before) {
    const stock = now.stock + Number(before["stock"]) - Number(after["stock"]);
    if (stock < LIMITS.stock.least) return skip(t("has too little stock left to undo"));
    if (stock > LIMITS.stock.most) return skip(t("has too much stock now to undo"));
    set["stock"] = stock;
  }
  const shelves = Object.fromEntries(
    (["category", "subCategory"] as const).filter((kind) => kind in before).map((kind) => [kind, before[kind] as string[]]), // the import wrote names
  );
  return { kind: "change", set, shelves };
}
