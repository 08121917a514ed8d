import { aboutField } from "#server/http/check-messages.ts";
import { toDollars } from "#shared/money.ts";
import { spokenOf } from "#words/spoken-of.ts";
import { t } from "#words/t.ts";
import { differences } from "../../../audit/rules.ts";
import { readDiscount, readNewPrice, readNewStock, readPrice, readStock, type Result } from "../../fields/rules.ts";
import { RESTORE_DAYS } from "../contract.ts";
import type { BulkChange, BulkRow, BulkValues, FoundChange } from "./contract.ts";
import { discountIn, notedDiscount, stockAfter, type Discount } from "../product-fields.ts";
import type { LockedProduct } from "../product-store.ts";
import type { Named } from "../shelves/shelf-store.ts";

/** What is asked for one product. */
export interface Asked extends BulkChange {
  /** An offer with its dates as instants; null for none. */
  offer?: BulkValues["offer"];
  deleted?: boolean | undefined;
  /** What could not be read. */
  faults?: string[];
}

export interface ChangeableFields
  extends Pick<LockedProduct, "stock" | "priceCents" | "nameEs" | "unitEs" | "descriptionEs" | "hidden" | "deleted">, Discount {
  category: readonly Named[];
  subCategory: readonly Named[];
}

/** What happens to one product: the row to report and, if it changes, its new values. */
export interface PlannedRow {
  row: BulkRow;
  known?: LockedProduct;
  next?: ChangeableFields;
}

/** What a change may refer to, or conflict with. */
export interface Surroundings {
  /** Shelves by id. */
  category: ReadonlyMap<string, Named>;
  subCategory: ReadonlyMap<string, Named>;
  /** Why products cannot be restored, by id: another one has their code. */
  taken: ReadonlyMap<string, string>;
}

/** Checks one row of a bulk change. `known` is the current product; `isRepeated` means an earlier row has the same product. */
export function planRow(change: Asked, known: LockedProduct | undefined, around: Surroundings, isRepeated: boolean): PlannedRow {
  const refused = (reason: string): PlannedRow => {
    return { row: { _id: change._id, name: known ? spokenName(known) : "", outcome: "refused", reason, before: {}, after: {} } };
  };
  if (!known || (known.deleted && change.deleted !== false)) return refused(t("is no longer in the shop"));
  if (isRepeated) return refused(t("is named twice"));
  if (change.version !== known.version) return refused(t("has been changed since"));
  if (known.deleted) {
    const reason = whyGone(known, around);
    if (reason) return refused(reason);
  }
  const next = nextOf(change, known, around);
  if (!next.ok) return refused(next.reason);
  const { before, after } = differences({ ...valuesOf(known) }, { ...valuesOf(next.value) });
  const outcome = Object.keys(after).length > 0 ? "changed" : "same";
  return { row: { _id: known.id, name: spokenName(known), outcome, reason: "", before, after }, known, next: next.value };
}

/** A product's name in the language of the request. */
const spokenName = ({ name, nameEs }: LockedProduct): string => spokenOf(name, nameEs);

/** Why a deleted product cannot be restored; undefined if it can. */
function whyGone({ id, gone, category, subCategory }: LockedProduct, { taken }: Surroundings): string | undefined {
  if (gone) return t("was deleted more than {RESTORE_DAYS} days ago", { RESTORE_DAYS });
  if (category.length === 0 || subCategory.length === 0) return t("no longer has a shelf: restore its category and sub category first");
  return taken.get(id);
}

function nextOf(change: Asked, known: LockedProduct, around: Surroundings): Result<ChangeableFields> {
  const reasons = [...(change.faults ?? [])];
  /** The new value of a field: parsed by `read` if sent, otherwise unchanged. */
  const read = <V, T>(field: string, sent: V | undefined, was: T, readIt: (value: V) => Result<T>): T => {
    if (sent === undefined) return was;
    const result = readIt(sent);
    if (!result.ok) reasons.push(aboutField(field, result.reason));
    return result.ok ? result.value : was;
  };
  const value: ChangeableFields = {
    priceCents: read("price", change.price, known.priceCents, (price) => readPrice(String(price))),
    ...discountOf(change, known, (sent) => read("discount", sent, known.discountHundredths, (percent) => readDiscount(String(percent)))),
    stock: read("stock", change.stock, known.stock, (sent) => {
      const stock = readStock(String(sent));
      return stock.ok ? stockAfter({ stock: stock.value, stockWas: change.stockWas }, known.stock) : stock;
    }),
    nameEs: change.name_es ?? known.nameEs,
    unitEs: change.unit_es ?? known.unitEs,
    descriptionEs: change.description_es ?? known.descriptionEs,
    category: read("category", change.category, known.category, (ids) => find(ids, around.category)),
    subCategory: read("subCategory", change.subCategory, known.subCategory, (ids) => find(ids, around.subCategory)),
    hidden: change.hidden ?? known.hidden,
    deleted: change.deleted ?? known.deleted,
  };
  return reasons.length > 0 ? { ok: false, reason: reasons.join("; ") } : { ok: true, value };
}

/** A discount replaces an offer with dates, and an offer replaces a discount. */
function discountOf({ discount, offer }: Asked, known: LockedProduct, read: (percent: number) => number): Discount {
  if (offer) {
    const dates = {
      offerFrom: offer.from === null ? null : new Date(offer.from),
      offerUntil: offer.until === null ? null : new Date(offer.until),
    };
    const offerHundredths = read(offer.discount);
    // Whatever reads it next applies its dates.
    return { discountHundredths: 0, offerHundredths, ...dates };
  }
  if (discount === undefined) return discountIn(known);
  return { discountHundredths: read(discount), offerHundredths: null, offerFrom: null, offerUntil: null };
}

function find(ids: readonly string[], known: ReadonlyMap<string, Named>): Result<readonly Named[]> {
  const found = ids.flatMap((id) => known.get(id) ?? []);
  return found.length < ids.length ? { ok: false, reason: t("is no longer in the shop") } : { ok: true, value: found };
}

/** In the API's units, with sorted shelves, so that their order does not count as a difference. */
function valuesOf({ priceCents, stock, category, subCategory, hidden, deleted, ...rest }: ChangeableFields): BulkValues {
  const { nameEs, unitEs, descriptionEs, ...discount } = rest;
  return {
    price: toDollars(priceCents),
    ...notedDiscount(discount),
    stock,
    name_es: nameEs,
    unit_es: unitEs,
    description_es: descriptionEs,
    category: byId(category),
    subCategory: byId(subCategory),
    hidden,
    deleted,
  };
}

function byId(shelves: readonly Named[]): Named[] {
  return shelves.map(({ _id, name }) => ({ _id, name })).toSorted((a, b) => (a._id < b._id ? -1 : 1));
}

/** What a change of everything found asks for one of the products. */
export function askFor(product: LockedProduct, { price, discount, stock, ...rest }: FoundChange): Asked {
  const asked: Asked = { ...rest, _id: product.id, version: product.version, faults: [] };
  const read = (field: "price" | "discount" | "stock", result: Result<number> | undefined, unit: number) => {
    if (result?.ok) asked[field] = result.value / unit;
    else if (result) asked.faults?.push(aboutField(field, result.reason));
  };
  read("price", price === undefined ? undefined : readNewPrice(price, product.priceCents), 100);
  read("discount", discount === undefined ? undefined : readDiscount(discount), 100);
  read("stock", stock === undefined ? undefined : readNewStock(stock, product.stock), 1);
  return asked;
}
