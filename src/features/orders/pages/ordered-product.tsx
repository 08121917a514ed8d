import { discountTag } from "#features/catalogue/rules.ts";
import { pictureOf } from "#features/files/rules.ts";
import { Picture } from "#ui/picture.tsx";
import { JoinedLine } from "#ui/joined-line.tsx";
import { t } from "#words/t.ts";
import type { MissingChoice, Order, OrderLine } from "../contract.ts";
import { kindParts } from "../words.ts";
import { MISSING_WORDS } from "./missing-words.ts";
import { keyOf, lineTotal, piecesOf } from "./order-amounts.ts";

interface OrderedProductProps {
  line: OrderLine;
  /** Also shows the line total. */
  total?: boolean;
  /** What the shopper wants if it is missing. */
  wish?: MissingChoice | undefined;
}

const wordsOf = (wish: MissingChoice) => MISSING_WORDS[wish].name.toLowerCase();

/** A product of an order: picture, name, quantity and unit price (ORD-1), and its line total (ORD-6). */
export function OrderedProduct({ line, total = false, wish }: OrderedProductProps) {
  const { product_details: details } = line;
  const pieces = piecesOf(line);
  const off = discountTag(details.discount);
  // What is sold by weight is told in more words than fit beside a name.
  const below = total || details.weighed !== undefined;
  return (
    <li className="flex items-center gap-3.5 py-3">
      <div className="w-14 shrink-0">
        <Picture {...pictureOf(details.image[0] ?? "")} alt="" sizes="56px" />
      </div>
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 font-semibold">{details.name}</p>
        <JoinedLine parts={kindParts(details)} />
        {details.replaces && <p className="text-sm text-ink-2">{t("Instead of {replaces}", { replaces: details.replaces })}</p>}
        {below && <p className="text-sm text-ink-2">{pieces}</p>}
        {wish && <p className="text-sm text-ink-2">{t("If missing: {wish}", { wish: wordsOf(wish) })}</p>}
      </div>
      <div className="shrink-0 text-right text-ink-2">
        {total && <p className="font-bold text-ink">{lineTotal(line)}</p>}
        {!below && <p>{pieces}</p>}
        {off && <p className="text-sm text-marigold-ink">{t("{off}% off", { off })}</p>}
      </div>
    </li>
  );
}

/** The products of an order, on its page; until it is packed, with what the shopper wants if something is missing. */
export function OrderedProducts({ order: { products: lines, status, packedAt } }: { order: Order }) {
  const wishes = new Set(status === "PENDING" && !packedAt ? lines.map(({ ifMissing }) => ifMissing) : []);
  const [common] = wishes.size === 1 ? wishes : [];
  return (
    <section aria-labelledby="products" className="panel px-5 pt-5 pb-2 md:px-6 md:pt-6">
      <h2 id="products" className="heading text-xl">
        {t("Products")}
      </h2>
      {common && <p className="mt-1 text-ink-2">{t("If something is missing: {common}", { common: wordsOf(common) })}</p>}
      <ul className="mt-2 divide-y divide-line">
        {lines.map((line) => (
          <OrderedProduct key={keyOf(line)} line={line} total wish={wishes.size > 1 ? line.ifMissing : undefined} />
        ))}
      </ul>
    </section>
  );
}
