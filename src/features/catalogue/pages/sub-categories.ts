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

/** A product or shelf as it is named in the language that this page is not in, for the address of its page there. */
export function inOther({ _id, name, name_es, name_en }: Named): { _id: string; name: string } {
  return { _id, name: name_es ?? name_en ?? name };
}

interface Named {
  _id: string;
  name: string;
  name_es?: string | undefined;
  name_en?: string | undefined;
}

/** Name, picture and id: everything a link to a category or subcategory needs. */
export type Linked = Category;

export function toLinked({ _id, name, image }: Category): Linked {
  return { _id, name, image };
}
