import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Motif, Picture, Tint } from "../files/demo-pictures.ts";

/** A category as `demo/catalogue/*.json` holds it, with everything in it. */
export interface DemoCategory extends Motif {
  name: string;
  subCategories: (Motif & { name: string; products: DemoProduct[] })[];
}

/** A product as `demo/catalogue/*.json` holds it. */
export interface DemoProduct extends Motif {
  sku: string;
  name: string;
  brand?: string;
  unit: string;
  /** Dollars. */
  price: number;
  /** Percent. */
  discount: number;
  stock: number;
  description: string;
  details: Record<string, string>;
}

const FOLDER = join(import.meta.dirname, "../../../demo/catalogue");

/** The demo catalogue, in the order of its files. */
export function readDemoCatalogue(): DemoCategory[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
  return files.sort().map((name) => JSON.parse(readFileSync(join(FOLDER, name), "utf8")) as DemoCategory); // our own files; a test checks them
}

/** All products of a catalogue, in its order. */
export function productsOf(catalogue: readonly DemoCategory[]): DemoProduct[] {
  return catalogue.flatMap(({ subCategories }) => subCategories).flatMap(({ products }) => products);
}

/** The tints that go with a tint: for the second and third picture of a product, which stand on another than the first. */
const COMPANIONS = {
  mint: ["sand", "sky", "butter"],
  butter: ["peach", "lilac", "mint"],
  peach: ["rose", "sand", "butter"],
  sky: ["lilac", "mint", "sand"],
  lilac: ["sky", "rose", "sand"],
  rose: ["lilac", "peach", "butter"],
  sand: ["mint", "peach", "butter"],
} as const satisfies Record<Tint, readonly Tint[]>;

/** An icon that this many products share earns a close-up beside the group. */
const MANY_PRODUCTS = 12;

/** Nobody keeps three of these side by side, whatever the unit of what they stand for. */
const SOLITARY = new Set(["bathtub", "couch-and-lamp", "shower", "toilet", "tooth"]);

/**
 * Tells the pictures of each product, the one for the shelf first. A group, or a close-up of what is sold by the piece, is
 * made once for an icon and shared by its products; so it stands on a tint that none of these has on the shelf.
 */
export function planPictures(catalogue: readonly DemoCategory[]): (product: DemoProduct) => Picture[] {
  const byIcon = Map.groupBy(productsOf(catalogue), ({ icon }) => icon);
  return ({ icon, tint, unit }) => {
    const alike = byIcon.get(icon) ?? [];
    const taken = new Set([tint, ...alike.map((product) => product.tint)]);
    const free = COMPANIONS[alike[0]?.tint ?? tint].filter((companion) => !taken.has(companion));
    const [first = tint, second = first] = free;
    const single = { icon, kind: "single", tint } as const;
    const group = { icon, kind: "group", tint: first } as const;
    const close = { icon, kind: "close", tint: second } as const;
    if (unit === "1 piece" || SOLITARY.has(icon)) return [single, close];
    return alike.length < MANY_PRODUCTS ? [single, group] : [single, group, close];
  };
}
