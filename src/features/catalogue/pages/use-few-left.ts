import { useEffect, useRef, useState } from "react";
import { call } from "#web/call.ts";
import { manyProducts } from "../contract.ts";
import { fewLeft } from "../rules.ts";
import type { Card } from "./card.ts";

/** Maximum number of ids per request. */
const MOST = 100;

/** Stock of products that are nearly sold out, by id. Requested once the cards are visible, with one call for all new ones. */
export function useFewLeft(cards: readonly Card[], wanted = true): ReadonlyMap<string, number> {
  const [few, setFew] = useState<ReadonlyMap<string, number>>(new Map());
  const asked = useRef(new Set<string>());
  useEffect(() => {
    const ids = cards.filter((card) => card.available && !asked.current.has(card._id)).map((card) => card._id);
    if (!wanted || ids.length === 0) return;
    ids.forEach((id) => asked.current.add(id));
    void readFew(ids.slice(0, MOST)).then((found) => setFew((known) => (found.length > 0 ? new Map([...known, ...found]) : known)));
  }, [cards, wanted]);
  return few;
}

async function readFew(ids: string[]): Promise<[id: string, left: number][]> {
  try {
    const { data } = await call(manyProducts, { ids });
    return data.flatMap(({ _id, stock }) => {
      const left = fewLeft(stock);
      return left === null ? [] : [[_id, left]];
    });
  } catch {
    // Only a hint, so a failure is ignored.
    return [];
  }
}
