import type { Weighed } from "#shared/weights.ts";

/** How something is sold, if it is priced by weight. */
export interface Sold {
  weighed?: Weighed | null | undefined;
}

/** Some of a product. */
export interface Amount {
  productId: string;
  quantity: number;
}

type Line = Amount & Sold;

/** What a picker found of a line. `replacement` is in the bag for some of the missing pieces. */
export interface LineMark {
  /** Of the line. */
  position: number;
  found: number;
  grams: number | null;
  noneLeft: boolean;
  replacement: (Line & { grams: number | null }) | null;
  /** The picker. */
  by: string;
  /** What of it was in the bag when the line was opened again; 0 if it wasn't. */
  inBag: number;
  /** Whether the line is to be picked again: it needs more than what was found, which is in the bag, or has to be weighed again. */
  isOpen: boolean;
}

/** What pickers took for an order: what its lines have, and what is to be put back. */
export interface Picked {
  marks: readonly LineMark[];
  surplus: readonly Amount[];
}

/** Whether a product is counted like a line, so that one of it replaces one of those ordered. */
export const isSoldAlike = (line: Sold, product: Sold): boolean => line.weighed?.by === product.weighed?.by;

/**
 * What becomes of what was picked when the shopper changes the order. A mark stays with its line while what was found and replaced still
 * fits it; otherwise the line is open again. What is no longer wanted is to be put back, unless the shopper wants more of the same product
 * again: then it stays in the bag.
 * @param ordered the lines before
 * @param wanted the lines after, those of a product in the same order as before
 */
export function movedMarks(ordered: readonly Line[], wanted: readonly Line[], { marks, surplus }: Picked): Picked {
  const [before, after] = [byProduct(ordered), byProduct(wanted)];
  const all = marks.map((mark) => {
    const line = ordered[mark.position]!;
    const place = before.get(line.productId)!.findIndex(({ position }) => position === mark.position);
    const to = after.get(line.productId)?.[place];
    const kept = to ? keptMark(line, mark, to.quantity) : null;
    return { mark, line, kept: kept && to ? { ...kept, position: to.position, inBag: Math.min(kept.inBag, kept.found) } : null };
  });
  const foundOf = (id: string) => totalOf(all.flatMap(({ mark, line }) => (line.productId === id ? { quantity: mark.found } : [])));
  const replacements = all.flatMap(({ mark: { replacement }, kept }) =>
    replacement ? { ...replacement, quantity: replacement.quantity - (kept?.replacement?.quantity ?? 0) } : [],
  );
  const moved = new Map(all.flatMap(({ kept }) => (kept ? [[kept.position, kept]] : [])));
  const products = new Set([...surplus, ...replacements, ...all.map(({ line }) => line)].map(({ productId }) => productId));
  const back = [...products].map((productId) => {
    const [had, wants] = [totalOf(before.get(productId)), totalOf(after.get(productId))];
    const inBag = totalOf([...surplus, ...replacements].filter((one) => one.productId === productId));
    const again = Math.min(inBag, Math.max(0, wants - had));
    addToOpen(moved, after.get(productId) ?? [], again);
    return { productId, quantity: inBag - again + Math.max(0, foundOf(productId) - wants) };
  });
  return { marks: [...moved.values()], surplus: back.filter(({ quantity }) => quantity > 0) };
}

/** Adds what is in the bag of a product to the lines of it that are open. */
function addToOpen(marks: Map<number, LineMark>, lines: readonly { position: number; quantity: number }[], inBag: number): void {
  let left = inBag;
  for (const { position, quantity } of lines) {
    const mark = marks.get(position) ?? openMark({ position, found: 0, by: "shop" });
    const more = mark.isOpen ? Math.min(left, quantity - mark.found) : 0;
    if (more > 0) marks.set(position, openMark({ ...mark, found: mark.found + more }));
    left -= more;
  }
}

/** The mark of a line that is open, with what is in the bag for it. */
const openMark = (mark: Pick<LineMark, "position" | "found" | "by">): LineMark => ({
  ...mark,
  inBag: mark.found,
  grams: null,
  noneLeft: false,
  replacement: null,
  isOpen: true,
});

/** What is left of a line's mark once its quantity changed; null if nothing of it is in the bag. */
function keptMark(line: Line, mark: LineMark, wanted: number): LineMark | null {
  const { found, replacement } = mark;
  if (wanted === line.quantity) return mark;
  const reopened = found > 0 ? openMark({ ...mark, found: Math.min(found, wanted) }) : null;
  if (wanted > line.quantity) return reopened;
  // What is lighter now has to be weighed again.
  if (line.weighed && (found > wanted || mark.isOpen)) return reopened;
  if (found >= wanted) return { ...mark, found: wanted, noneLeft: false, replacement: null, isOpen: false };
  const missing = wanted - found;
  if (!replacement || !isSoldAlike(line, replacement) || replacement.quantity <= missing) return mark;
  return replacement.weighed ? reopened : { ...mark, replacement: { ...replacement, quantity: missing } };
}

const byProduct = (lines: readonly Line[]) =>
  Map.groupBy(
    lines.map(({ productId, quantity }, position) => ({ productId, quantity, position })),
    ({ productId }) => productId,
  );

const totalOf = (amounts: readonly Pick<Amount, "quantity">[] = []) => amounts.reduce((sum, { quantity }) => sum + quantity, 0);
