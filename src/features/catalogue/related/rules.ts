/** A product that may be shown beside another one. */
export interface Candidate {
  id: string;
  name: string;
  brand: string;
  available: boolean;
}

/** What a product page may show, each list best first. */
export interface Candidates {
  product: Pick<Candidate, "name" | "brand">;
  /** Bought together with the product. */
  pairs: readonly Candidate[];
  /** On other shelves of the same category. */
  nearby: readonly Candidate[];
  /** On the same shelf. */
  shelf: readonly Candidate[];
  /** The best sellers of the whole shop. */
  bestSellers: readonly Candidate[];
}

/** The most products in a row, and the number below which a row is too short. */
const MOST = 8;
const FEW = 4;
/** The most products of a row that differ only in their size. */
const VARIANTS = 2;

/**
 * Chooses what a product page shows. What goes well with a product is what was bought together with it, then what is on nearby shelves;
 * what is similar comes from its own shelf. Other products fill a row that would be too short. No product is in both rows.
 */
export function chooseRelated(from: Candidates): { goesWellWith: string[]; similar: string[] } {
  const shown = new Set<string>();
  const goesWellWith = chooseRow(from, [from.pairs, from.nearby], shown);
  const similar = chooseRow(from, [from.shelf], shown);
  for (const row of [similar, goesWellWith]) {
    if (row.length < FEW) row.push(...inStockFirst([...from.nearby, ...from.bestSellers], shown).slice(0, FEW - row.length));
    row.forEach((id) => shown.add(id));
  }
  return { goesWellWith, similar };
}

function chooseRow({ product }: Candidates, lists: (readonly Candidate[])[], shown: Set<string>): string[] {
  const all = lists.flat();
  const byId = new Map(all.map((candidate) => [candidate.id, candidate]));
  const variants = new Map([[variantKey(product), VARIANTS]]);
  const row = inStockFirst(all, shown);
  // Variants of one product come last, rather than fill the row.
  const isSpare = row.map((id) => {
    const key = variantKey(byId.get(id)!);
    const count = variants.get(key) ?? 0;
    variants.set(key, count + 1);
    return count >= VARIANTS;
  });
  const chosen = [...row.filter((_, n) => !isSpare[n]), ...row.filter((_, n) => isSpare[n])].slice(0, MOST);
  chosen.forEach((id) => shown.add(id));
  return chosen;
}

/** Ids that are not shown yet, without duplicates: those in stock, then the others. */
function inStockFirst(candidates: readonly Candidate[], shown: ReadonlySet<string>): string[] {
  const ids = (available: boolean) => candidates.filter((one) => one.available === available && !shown.has(one.id)).map(({ id }) => id);
  return [...new Set([...ids(true), ...ids(false)])];
}

/** The same key for products of a brand whose names differ only in numbers, such as the sizes of a drink. */
function variantKey({ name, brand }: Pick<Candidate, "name" | "brand">): string {
  const words = name
    .toLowerCase()
    .replace(/\d[\d.,/]*\s*(?:kg|g|mg|ml|l|oz|fl oz|lb|lbs|ct|count|pack|pk|pcs|pieces?)?\b/g, " ")
    .replace(/[^\p{L}]+/gu, " ");
  return `${brand.toLowerCase()} ${words.trim()}`;
}
