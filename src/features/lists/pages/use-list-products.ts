import { useEffect, useRef, useState } from "react";
import { manyProducts, type Product } from "#features/catalogue/contract.ts";
import { call } from "#web/call.ts";
import { logFailure } from "#web/log-failure.ts";
import { forgetGone } from "./lists-state.ts";

/** Most ids per request. */
const MOST = 100;

export async function readProducts(ids: readonly string[]): Promise<Map<string, Product>> {
  const parts = Array.from({ length: Math.ceil(ids.length / MOST) }, (_, n) => ids.slice(n * MOST, (n + 1) * MOST));
  const answers = await Promise.all(parts.map((part) => call(manyProducts, { ids: part })));
  return new Map(answers.flatMap(({ data }) => data).map((product) => [product._id, product]));
}

/** Products by id, as they come; each is requested once. Those that left the shop are taken off the lists. */
export function useListProducts(ids: readonly string[]): { products: ReadonlyMap<string, Product>; failed: boolean; again: () => void } {
  const [products, setProducts] = useState<ReadonlyMap<string, Product>>(new Map());
  const [failed, setFailed] = useState(false);
  const asked = useRef(new Set<string>());
  const wanted = ids.join();
  useEffect(() => {
    const fresh = wanted.split(",").filter((id) => id && !asked.current.has(id));
    if (failed || fresh.length === 0) return;
    fresh.forEach((id) => asked.current.add(id));
    const load = async () => {
      try {
        const found = await readProducts(fresh);
        setProducts((known) => new Map([...known, ...found]));
        const gone = fresh.filter((id) => !found.has(id));
        if (gone.length > 0) forgetGone(new Set(gone));
      } catch (error) {
        logFailure("the products of a list", error);
        fresh.forEach((id) => asked.current.delete(id));
        setFailed(true);
      }
    };
    void load();
  }, [wanted, failed]);
  return { products, failed, again: () => setFailed(false) };
}
