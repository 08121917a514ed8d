import { redirect } from "react-router";
import { splitLanguage } from "#words/language.ts";
import { PRICE_FIELDS, writeAddress, type Narrowing } from "../../narrowing/rules.ts";

const NAMES = [...PRICE_FIELDS, "brand", "price", "offer", "stock", "detail", "sort"];

/**
 * Redirects when the address has invalid choices, so that each list has one address.
 * @throws a redirect to the address without them
 */
export function checkAddress({ pathname, searchParams }: URL, narrowing: Narrowing): void {
  const said = [...searchParams].filter(([name]) => NAMES.includes(name));
  const meant = [...writeAddress(narrowing)];
  if (text(said) === text(meant)) return;
  const others = [...searchParams].filter(([name]) => !NAMES.includes(name) && name !== "page");
  const query = new URLSearchParams([...others, ...meant]).toString();
  // The router adds the language.
  const { address } = splitLanguage(pathname);
  throw redirect(query ? `${address}?${query}` : address);
}

function text(entries: [string, string][]): string {
  return JSON.stringify(entries.toSorted((a, b) => (a.join(" ") < b.join(" ") ? -1 : 1)));
}
