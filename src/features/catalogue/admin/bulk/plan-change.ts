import { toDollars, toPercent } from "#shared/money.ts";
import { differences } from "../../../audit/rules.ts";
import { readDiscount, readPrice, readStock, type Result } from "../../rules.ts";
import type { BulkChange, BulkRow, BulkValues } from "./contract.ts";
import { stockAfter } from "../product-fields.ts";
import type { LockedProduct } from "../product-store.ts";
import type { Named } from "../shelf-store.ts";

/** What a row of a bulk change may change. */
export interface Changeable extends Pick<LockedProduct, "stock" | "priceCents" | "discountHundredths"> {
  category: readonly Named[];
  subCategory: readonly Named[];
}

/** What becomes of one product: what is told of it and, where it is changed, what it will be. */
export interface Plan {
  row: BulkRow;
  known?: LockedProduct;
  next?: Changeable;
}

/** The shelves that may be named, by id. */
export interface KnownShelves {
  category: ReadonlyMap<string, Named>;
  subCategory: ReadonlyMap<string, Named>;
}

/** Judges one row of a bulk change; `known` is the product as it is, `isRepeated` whether a row before it names it too. */
export function planChange(change: BulkChange, known: LockedProduct | undefined, shelves: KnownShelves, isRepeated: boolean): Plan {
  const refused = (reason: string): Plan => {
    return { row: { _id: change._id, name: known?.name ?? "", outcome: "refused", reason, before: {}, after: {} } };
  };
  if (!known || known.deleted) return refused("is not in the shop (any more)");
  if (isRepeated) return refused("is named twice");
  if (change.version !== known.version) return refused("was changed meanwhile");
  const next = nextOf(change, known, shelves);
  if (!next.ok) return refused(next.reason);
  const { before, after } = differences({ ...valuesOf(known) }, { ...valuesOf(next.value) });
  const outcome = Object.keys(after).length > 0 ? "changed" : "same";
  return { row: { _id: known.id, name: known.name, outcome, reason: "", before, after }, known, next: next.value };
}

function nextOf(change: BulkChange, known: LockedProduct, shelves: KnownShelves): Result<Changeable> {
  const reasons: string[] = [];
  /** What a field becomes: what `read` makes of it or, where it was not sent, what it was. */
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
  return found.length < ids.length ? { ok: false, reason: "is not in the shop (any more)" } : { ok: true, value: found };
}

/** As the API has it; shelves in one order, so that only another set of them is a difference. */
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
