import { call } from "#web/call.ts";
import { listSubCategories, type Category, type SubCategory } from "../contract.ts";

/** Milliseconds a browser trusts the shelves it has read. */
const TRUST = 60_000;
let read: { at: number; shelves: Promise<SubCategory[]> } | undefined;

/** All sub categories with their categories, by name. A browser reads them once for several pages. */
export async function readShelves(): Promise<SubCategory[]> {
  if (import.meta.env.SSR) return (await call(listSubCategories, undefined)).data;
  if (!read || Date.now() - read.at > TRUST) {
    const shelves = call(listSubCategories, undefined).then(({ data }) => data);
    read = { at: Date.now(), shelves };
    shelves.catch(() => (read = undefined));
  }
  return read.shelves;
}

/** After they were changed in this browser. */
export function forgetShelves(): void {
  read = undefined;
}

/** A name, a picture and an id: all that a link to a shelf needs. */
export type Shelf = Category;

export function toShelf({ _id, name, image }: Category): Shelf {
  return { _id, name, image };
}
