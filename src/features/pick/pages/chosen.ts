import { MAX_PICKED } from "../contract.ts";

/** What is chosen once some orders are added or taken away: as many as can be picked together. `isCut`: there were more. */
export function withOrders(chosen: readonly string[], numbers: readonly string[], on: boolean): { chosen: string[]; isCut: boolean } {
  const others = chosen.filter((number) => !numbers.includes(number));
  const wanted = on ? [...others, ...numbers] : others;
  return { chosen: wanted.slice(0, MAX_PICKED), isCut: wanted.length > MAX_PICKED };
}

/** Orders whose labels are printed together, and which of all they are. */
export function printsOf(numbers: readonly string[]): { first: number; last: number; numbers: readonly string[] }[] {
  return Array.from({ length: Math.ceil(numbers.length / MAX_PICKED) }, (_, print) => {
    const some = numbers.slice(print * MAX_PICKED, (print + 1) * MAX_PICKED);
    return { first: print * MAX_PICKED + 1, last: print * MAX_PICKED + some.length, numbers: some };
  });
}
