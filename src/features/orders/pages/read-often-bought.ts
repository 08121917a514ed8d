import { toCard, type Card } from "#features/catalogue/pages/card.ts";
import { call } from "#web/call.ts";
import { oftenBought } from "../contract.ts";

/** What the person often buys. Loaded when someone is signed in, so that the home page need not load the shapes of orders. */
export async function readOftenBought(): Promise<Card[]> {
  return (await call(oftenBought, undefined)).data.map(toCard);
}
