import { call } from "#web/call.ts";
import { listSubCategories, type Category, type SubCategory } from "../contract.ts";

/** How long a browser caches the subcategories, in milliseconds. */
const TRUST = 60_000;
let read: { at: number; subCategories: Promise<SubCategory[]> } | undefined;

/** All subcategories with their categories, by name. Cached in the browser and shared by several pages. */
export async function readSubCategories(): Promise<SubCategory[]> {
  if (import.meta.env.SSR) return (await call(listSubCategories, undefined)).data;
  if (!read || Date.now() - read.at > TRUST) {
    const subCategories = call(listSubCategories, undefined).then(({ data }) => data);
    read = { at: Date.now(), subCategories };
    subCategories.catch(() => (read = undefined));
  }
  return read.subCategories;
}

/** Call after changing some in this browser. */
export function forgetSubCategories(): void {
  read = undefined;
}

/** Name, picture and id: everything a link to a category or subcategory needs. */
export type Linked = Category;

export function toLinked({ _id, name, image }: Category): Linked {
  return { _id, name, image };
}
