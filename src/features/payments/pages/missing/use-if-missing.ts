import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { Line } from "#features/cart/pages/engine/cart-state.ts";
import type { cashOnDelivery, MissingChoice } from "#features/orders/contract.ts";
import type { InputOf } from "#shared/endpoint.ts";
import { readJson } from "#web/stored-json.ts";
import { WAYS } from "../use-ways-to-pay.ts";

interface Chosen {
  choice: MissingChoice;
  /** By product. */
  except: Readonly<Record<string, MissingChoice>>;
}

export interface IfMissing extends Chosen {
  /** The lines that are low on stock, which can have a choice of their own. */
  low: readonly Line[];
  choose: (choice: MissingChoice) => void;
  /** @param choice undefined: the same as for the others */
  chooseFor: (productId: string, choice: MissingChoice | undefined) => void;
}

/** Remembered in this tab, like the address. */
const STORED = "checkout-if-missing";

/**
 * What to do when something is missing: nothing surprising unless the shopper chooses it.
 * @returns undefined if the shop doesn't ask; `asked` is the request's part
 */
export function useIfMissing(lines: readonly Line[]): {
  ifMissing: IfMissing | undefined;
  asked: Pick<InputOf<typeof cashOnDelivery>, "ifMissing">;
} {
  const { data } = useQuery({ ...WAYS, select: (answer) => answer.ifMissing });
  const [chosen, setChosen] = useState(readStored);
  if (!data) return { ifMissing: undefined, asked: {} };
  const low = lines.filter(({ product: { stock } }) => stock !== undefined && stock <= data.lowStock);
  const store = (next: Chosen) => {
    sessionStorage.setItem(STORED, JSON.stringify(next));
    setChosen(next);
  };
  const except = low.flatMap(({ product: { _id: productId } }) => {
    const choice = chosen.except[productId];
    return choice && choice !== chosen.choice ? [{ productId, choice }] : [];
  });
  return {
    ifMissing: {
      ...chosen,
      low,
      choose: (choice) => store({ ...chosen, choice }),
      chooseFor: (productId, choice) => {
        const { [productId]: _, ...others } = chosen.except;
        store({ ...chosen, except: choice ? { ...others, [productId]: choice } : others });
      },
    },
    asked: { ifMissing: { choice: chosen.choice, except } },
  };
}

function readStored(): Chosen {
  return readJson<Chosen>("sessionStorage", STORED, { choice: "refund", except: {} });
}
