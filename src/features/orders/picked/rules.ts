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
 * fits it. What is no longer wanted is to be put back, unless the shopper wants more of the same product again.
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
    return { mark, line, kept: kept && to ? { ...kept, position: to.position } : null };
  });
  const foundOf = (id: string) => totalOf(all.flatMap(({ mark, line }) => (line.productId === id ? { quantity: mark.found } : [])));
  const replacements = all.flatMap(({ mark: { replacement }, kept }) =>
    replacement ? { ...replacement, quantity: replacement.quantity - (kept?.replacement?.quantity ?? 0) } : [],
  );
  const backOf = (id: string): number => {
    const [had, wants] = [totalOf(before.get(id)), totalOf(after.get(id))];
    const inBag = totalOf([...surplus, ...replacements].filter(({ productId }) => productId === id));
    return Math.max(0, inBag - Math.max(0, wants - had)) + Math.max(0, foundOf(id) - wants);
  };
  const products = new Set([...surplus, ...replacements, ...all.map(({ line }) => line)].map(({ productId }) => productId));
  return {
    marks: all.flatMap(({ kept }) => kept ?? []),
    surplus: [...products].map((productId) => ({ productId, quantity: backOf(productId) })).filter(({ quantity }) => quantity > 0),
  };
}

/** What is left of a line's mark once its quantity changed; null if it is to be picked again. */
function keptMark(line: Line, mark: LineMark, wanted: number): LineMark | null {
  const { found, replacement } = mark;
  if (wanted === line.quantity) return mark;
  if (wanted > line.quantity) return null;
  // What is lighter now has to be weighed again.
  if (found > wanted && line.weighed) return null;
  if (found >= wanted) return { ...mark, found: wanted, noneLeft: false, replacement: null };
  const missing = wanted - found;
  if (!replacement || !isSoldAlike(line, replacement) || replacement.quantity <= missing) return mark;
  return replacement.weighed ? null : { ...mark, replacement: { ...replacement, quantity: missing } };
}

const byProduct = (lines: readonly Line[]) =>
  Map.groupBy(
    lines.map(({ productId, quantity }, position) => ({ productId, quantity, position })),
    ({ productId }) => productId,
  );

const totalOf = (amounts: readonly Pick<Amount, "quantity">[] = []) => amounts.reduce((sum, { quantity }) => sum + quantity, 0);
