import { call } from "#web/call.ts";
import { listSubCategories, type Category, type SubCategory } from "../contract.ts";

/** Milliseconds a browser trusts the sub categories it has read. */
const TRUST = 60_000;
let read: { at: number; subCategories: Promise<SubCategory[]> } | undefined;

/** All sub categories with their categories, by name. A browser reads them once for several pages. */
export async function readSubCategories(): Promise<SubCategory[]> {
  if (import.meta.env.SSR) return (await call(listSubCategories, undefined)).data;
  if (!read || Date.now() - read.at > TRUST) {
    const subCategories = call(listSubCategories, undefined).then(({ data }) => data);
    read = { at: Date.now(), subCategories };
    subCategories.catch(() => (read = undefined));
  }
  return read.subCategories;
}

/** After some were changed in this browser. */
export function forgetSubCategories(): void {
  read = undefined;
}

/** A name, a picture and an id: all that a link to a category or sub category needs. */
export type Linked = Category;

/** The part of a category or sub category that a link needs. */
export function toLinked({ _id, name, image }: Category): Linked {
  return { _id, name, image };
}
