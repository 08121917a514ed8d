import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { Product } from "#features/catalogue/contract.ts";
import { paidCents } from "#features/catalogue/rules.ts";
import { searchProducts } from "#features/search/contract.ts";
import { kindParts, priceWords } from "#features/orders/words.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Loaded } from "#ui/panel.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { call } from "#web/call.ts";
import { usePaused } from "#web/filters/use-paused.ts";
import { JoinedLine } from "#ui/joined-line.tsx";
import { t } from "#words/t.ts";
import type { ChangeDraft } from "./use-change.ts";

/** Pause in typing before the shop searches, in ms. */
const PAUSE_MS = 300;
const SHOWN = 5;

/** Finds products to add to the order. */
export function AddProduct({ wanted: { products, add } }: { wanted: ChangeDraft }) {
  const [typed, setTyped] = useState("");
  const search = usePaused(typed.trim(), PAUSE_MS);
  const query = useQuery({
    queryKey: ["add-to-order", search],
    queryFn: async () => (await call(searchProducts, { search, page: 1 })).data,
    enabled: search !== "",
  });
  const isIn = (id: string) => products.some(({ productId, quantity }) => productId === id && quantity > 0);
  return (
    <div className="border-t border-line pt-4">
      <Field
        label={t("Add a product")}
        type="search"
        autoComplete="off"
        placeholder={t("Search the shop")}
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {search && (
        <div className="mt-2">
          <Loaded query={query} skeleton={<Skeleton className="h-13 rounded-control" />}>
            {(found) => <Found products={found.filter(({ _id, stock }) => stock > 0 && !isIn(_id)).slice(0, SHOWN)} add={add} />}
          </Loaded>
        </div>
      )}
    </div>
  );
}

function Found({ products, add }: { products: readonly Product[]; add: ChangeDraft["add"] }) {
  return (
    <ul aria-label={t("Products to add")} className="divide-y divide-line">
      {products.map((product) => (
        <li key={product._id} className="flex min-h-13 items-center justify-between gap-3 py-2">
          <span className="min-w-0">
            <span className="block font-semibold break-words">{product.name}</span>
            <JoinedLine parts={[...kindParts(product), priceWords(paidCents(product), product.weighed)]} />
          </span>
          <Button kind="outline" size="small" aria-label={t("Add {name}", { name: product.name })} onClick={() => add(product)}>
            {t("Add")}
          </Button>
        </li>
      ))}
      {products.length === 0 && <li className="py-3 text-ink-2">{t("No other products found. Try another name.")}</li>}
    </ul>
  );
}
