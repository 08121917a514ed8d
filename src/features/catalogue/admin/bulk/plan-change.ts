import { toDollars, toPercent } from "#shared/money.ts";
import { differences } from "../../../audit/rules.ts";
import { readDiscount, readPrice, readStock, type Result } from "../../rules.ts";
import type { BulkChange, BulkRow, BulkValues } from "./contract.ts";
import { stockAfter } from "../product-fields.ts";
import type { LockedProduct } from "../product-store.ts";
import type { Named } from "../shelf-store.ts";

export interface Changeable extends Pick<LockedProduct, "stock" | "priceCents" | "discountHundredths"> {
  category: readonly Named[];
  subCategory: readonly Named[];
}

/** What happens to one product: the row to report and, if it changes, its new values. */
export interface Plan {
  row: BulkRow;
  known?: LockedProduct;
  next?: Changeable;
}

/** Shelves that a change may refer to, by id. */
export interface KnownShelves {
  category: ReadonlyMap<string, Named>;
  subCategory: ReadonlyMap<string, Named>;
}

/** Checks one row of a bulk change. `known` is the current product; `isRepeated` means an earlier row has the same product. */
export function planChange(change: BulkChange, known: LockedProduct | undefined, shelves: KnownShelves, isRepeated: boolean): Plan {
  const refused = (reason: string): Plan => {
    return { row: { _id: change._id, name: known?.name ?? "", outcome: "refused", reason, before: {}, after: {} } };
  };
  if (!known || known.deleted) return refused("is no longer in the shop");
  if (isRepeated) return refused("is named twice");
  if (change.version !== known.version) return refused("has been changed since");
  const next = nextOf(change, known, shelves);
  if (!next.ok) return refused(next.reason);
  const { before, after } = differences({ ...valuesOf(known) }, { ...valuesOf(next.value) });
  const outcome = Object.keys(after).length > 0 ? "changed" : "same";
  return { row: { _id: known.id, name: known.name, outcome, reason: "", before, after }, known, next: next.value };
}

function nextOf(change: BulkChange, known: LockedProduct, shelves: KnownShelves): Result<Changeable> {
  const reasons: string[] = [];
  /** The new value of a field: parsed by `read` if sent, otherwise unchanged. */
  const read = <V, T>(field: string, sent: V | undefined, was: T, readIt: (value: V) => Result<T>): T => {
    if (sent === undefined) return was;
    const result = readIt(sent);
    if (!result.ok) reasons.push(`${field} ${result.reason}`);
    return result.ok ? result.value : was;
  };
  const value: Changeable = {
    priceCents: read("price", change.price, known.priceCents, (price) => readPrice(String(price))),
    discountHundredths: read("discount", change.discount, known.discountHundredths, (discount) => readDiscount(String(discount))),
    stock: read("stock", change.stock, known.stock, (sent) => {
      const stock = readStock(String(sent));
      return stock.ok ? stockAfter({ stock: stock.value, stockWas: change.stockWas }, known.stock) : stock;
    }),
    category: read("category", change.category, known.category, (ids) => find(ids, shelves.category)),
    subCategory: read("subCategory", change.subCategory, known.subCategory, (ids) => find(ids, shelves.subCategory)),
  };
  return reasons.length > 0 ? { ok: false, reason: reasons.join("; ") } : { ok: true, value };
}

function find(ids: readonly string[], known: ReadonlyMap<string, Named>): Result<readonly Named[]> {
  const found = ids.flatMap((id) => known.get(id) ?? []);
  return found.length < ids.length ? { ok: false, reason: "is no longer in the shop" } : { ok: true, value: found };
}

/** In the API's units, with sorted shelves, so that their order does not count as a difference. */
function valuesOf({ priceCents, discountHundredths, stock, category, subCategory }: Changeable): Required<BulkValues> {
  return {
    price: toDollars(priceCents),
    discount: toPercent(discountHundredths),
    stock,
    category: byId(category),
    subCategory: byId(subCategory),
  };
}

function byId(shelves: readonly Named[]): Named[] {
  return shelves.map(({ _id, name }) => ({ _id, name })).toSorted((a, b) => (a._id < b._id ? -1 : 1));
}
