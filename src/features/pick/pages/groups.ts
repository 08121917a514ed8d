import { barcodeDigits } from "#features/catalogue/fields/rules.ts";
import { withKind } from "#features/catalogue/words.ts";
import type { MissingChoice } from "#features/orders/contract.ts";
import { kindOf } from "#features/orders/words.ts";
import { amountOf, inKilos, itemsIn } from "#shared/weights.ts";
import { t } from "#words/t.ts";
import type { PickedOrder, PickLine } from "../contract.ts";
import type { PutBackLine } from "../put-back/contract.ts";
import { replacedOf } from "../rules.ts";

/** A product to pick, with the lines of all orders that want it. */
export interface PickedProduct {
  key: string;
  lines: readonly PickLine[];
  quantity: number;
  /** How it is sold if it is priced by weight. */
  weighed: PickLine["weighed"];
}

/** A shelf with its products, in the order of the list. */
export interface PickedShelf {
  name: string;
  products: readonly PickedProduct[];
}

/** The same product gets several places if it was changed between orders. */
const productKey = ({ productId, name, unit, weighed }: PickLine) => `${productId} ${name} ${unit}${weighed ? ` ${weighed.by}` : ""}`;
export const shelfName = ({ category, subCategory }: Pick<PickLine, "category" | "subCategory">) =>
  [category, subCategory].filter(Boolean).join(" › ") || t("No shelf");

/** The lines of a list by shelf and product. */
export function shelvesOf(lines: readonly PickLine[]): PickedShelf[] {
  return [...Map.groupBy(lines, shelfName)].map(([name, onShelf]) => ({
    name,
    products: [...Map.groupBy(onShelf, productKey)].map(([key, wanted]) => ({
      key,
      lines: wanted,
      quantity: wanted.reduce((sum, { quantity }) => sum + quantity, 0),
      weighed: wanted[0]?.weighed,
    })),
  }));
}

/** How far a line is: not picked, all there, partly or fully replaced, or short. */
export function stateOf(line: PickLine): "open" | "found" | "replaced" | "short" {
  const { quantity, mark } = line;
  if (!mark) return "open";
  if (mark.found === quantity) return "found";
  return mark.found + replacedOf(line, mark) === quantity ? "replaced" : "short";
}

/** How many pieces of a product, or how much of it: `3 × Figs`, `0.5 kg of Figs`. */
export function ofProduct(quantity: number, { name, weighed }: Pick<PickLine, "name" | "weighed">): string {
  const amount = amountOf(quantity, weighed);
  return weighed?.by === "weight" ? t("{amount} of {name}", { amount, name }) : `${amount} × ${name}`;
}

/** What the shopper wants for what of a line is missing or may be, in a word or two; empty unless they chose. */
export const wishWords = (line: PickLine) => (line.ifMissing && ["open", "short"].includes(stateOf(line)) ? WISHES[line.ifMissing] : "");
const WISHES = { similar: t("similar"), ask: t("ask"), refund: t("money back") } as const satisfies Record<MissingChoice, string>;

/** What happened to a line that was not all there, what it weighs, and what is in the bag of one that is open again, in a few words. */
export function lineWords({ quantity, weighed, inBag, mark }: PickLine): string {
  if (!mark) return inBag === undefined ? "" : t("{amount} already in the bag", { amount: amountOf(inBag, weighed) });
  const weight = mark.grams === undefined ? "" : inKilos(mark.grams);
  if (mark.found === quantity) return weight;
  const found =
    weighed?.by === "weight"
      ? t("{weight} found", { weight: weight || inKilos(0) })
      : t("{found} of {quantity} found", { found: mark.found, quantity });
  const replaced = mark.replacement && t("{product} instead", { product: takenWords(mark.replacement) });
  return [found, weighed?.by === "piece" && weight, replaced].filter(Boolean).join(", ");
}

/** How much of a product was taken from its shelf, as it is told apart from similar ones: of goods sold by weight, what it weighs. */
export function takenWords(taken: Pick<PutBackLine, "name" | "unit" | "brand" | "sku" | "quantity" | "weighed" | "grams">): string {
  const { quantity, name, weighed, grams } = taken;
  const isWeight = weighed?.by === "weight" && grams !== undefined;
  const words = isWeight ? t("{amount} of {name}", { amount: inKilos(grams), name }) : ofProduct(quantity, taken);
  return withKind(words, kindOf(taken));
}

/** How many items some lines have; anything sold by weight counts as one. */
export const itemsOf = (lines: readonly PickLine[]) => lines.reduce((sum, line) => sum + itemsIn(line), 0);

/** How many of an order's lines are picked. */
export function progressOf({ _id }: Pick<PickedOrder, "_id">, lines: readonly PickLine[]): { picked: number; all: number } {
  const own = lines.filter((line) => line._id === _id);
  return { picked: own.filter(({ mark }) => mark !== null).length, all: own.length };
}

/** The products that a scanned code stands for: a barcode, a SKU or the product's `_id`. */
export function productsOf(code: string, shelves: readonly PickedShelf[]): PickedProduct[] {
  const wanted = code.trim().toLowerCase();
  if (!wanted) return [];
  const digits = barcodeDigits(code);
  // Many shops use the barcode as the SKU.
  const isMeant = ({ sku, barcode, productId }: PickLine) =>
    sku.toLowerCase() === wanted || productId === wanted || (digits !== null && [barcode, sku].map(barcodeDigits).includes(digits));
  return shelves.flatMap(({ products }) => products).filter(({ lines }) => lines.some(isMeant));
}

/** The part of an order's number that people call out. */
export const shortNumber = (orderId: string) => orderId.slice(0, 4);
