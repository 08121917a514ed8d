import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { relatedProducts } from "#features/catalogue/related/contract.ts";
import type { Product } from "#features/catalogue/contract.ts";
import { paidCents } from "#features/catalogue/rules.ts";
import { searchProducts } from "#features/search/contract.ts";
import { kindParts, priceWords } from "#features/orders/words.ts";
import { toCents, toDollars } from "#shared/money.ts";
import { amountOf } from "#shared/weights.ts";
import { Field } from "#ui/field.tsx";
import { Loaded } from "#ui/panel.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { call } from "#web/call.ts";
import { usePaused } from "#web/filters/use-paused.ts";
import { JoinedLine } from "#ui/joined-line.tsx";
import { t } from "#words/t.ts";
import { findByCode, type PickLine } from "../contract.ts";
import { replacementCents } from "../rules.ts";

/** A product that goes into the bag instead; `price` is what the shopper pays per piece or kilogram at most, in dollars. */
export type Replacement = NonNullable<NonNullable<PickLine["mark"]>["replacement"]>;

/** Delay after the last keystroke before the shop searches. */
const TYPED_MS = 300;
const SHOWN = 8;

interface ReplacementSearchProps {
  line: PickLine;
  onChoose: (product: Omit<Replacement, "quantity">) => void;
}

/** Finds a product that replaces another: similar ones first, or whatever is searched for. */
export function ReplacementSearch({ line, onChoose }: ReplacementSearchProps) {
  const [typed, setTyped] = useState("");
  const search = usePaused(typed.trim(), TYPED_MS);
  const query = useQuery({
    queryKey: ["replacements", line.productId, search],
    queryFn: () => (search ? find(search) : similarTo(line)),
  });
  const isOffered = ({ _id, stock }: Product) => _id !== line.productId && stock > 0;
  return (
    <section aria-label={t("Replace it")} className="mt-4">
      <Field
        label={t("Replace it with")}
        type="search"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="mt-2">
        <Loaded query={query} skeleton={<Skeleton className="h-40 rounded-card" />}>
          {(found) => <Offers products={found.filter(isOffered).slice(0, SHOWN)} line={line} onChoose={onChoose} />}
        </Loaded>
      </div>
    </section>
  );
}

const similarTo = async ({ productId }: PickLine) => (await call(relatedProducts, { productId })).data.similar;

/** What was scanned first, by its SKU or barcode, then what shoppers would find. */
async function find(search: string): Promise<Product[]> {
  const [{ data: scanned }, { data: found }] = await Promise.all([
    call(findByCode, { code: search }),
    call(searchProducts, { search, page: 1 }),
  ]);
  return [...scanned, ...found.filter(({ _id }) => scanned.every((other) => other._id !== _id))];
}

function Offers({ products, ...choice }: ReplacementSearchProps & { products: readonly Product[] }) {
  return (
    <ul className="divide-y divide-line">
      {products.map((product) => (
        <Offer key={product._id} product={product} {...choice} />
      ))}
      {products.length === 0 && <li className="py-3 text-ink-2">{t("Nothing found. Try another name.")}</li>}
    </ul>
  );
}

function Offer({ product, line, onChoose }: ReplacementSearchProps & { product: Product }) {
  const { _id, name, unit, brand, stock, weighed } = product;
  const sku = product.sku ?? "";
  const cents = replacementCents({ paidCents: toCents(line.price), weighed: line.weighed }, { paidCents: paidCents(product), weighed });
  const isCheaper = cents < paidCents(product);
  return (
    <li>
      <button
        type="button"
        onClick={() => onChoose({ productId: _id, name, unit, brand, sku, price: toDollars(cents), ...(weighed && { weighed }) })}
        className="flex min-h-13 w-full items-center justify-between gap-3 py-2 text-left hover:text-leaf"
      >
        <span className="min-w-0">
          <span className="block font-semibold break-words">{name}</span>
          <JoinedLine parts={[...kindParts({ brand, unit, sku }), t("{stock} in stock", { stock: amountOf(stock, weighed) })]} />
        </span>
        <span className="shrink-0 text-right">
          {isCheaper && <s className="block text-sm text-ink-3">{priceWords(paidCents(product), weighed)}</s>}
          <strong>{priceWords(cents, weighed)}</strong>
        </span>
      </button>
    </li>
  );
}
