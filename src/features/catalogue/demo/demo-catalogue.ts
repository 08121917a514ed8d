import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Motif, Picture, Tint } from "../../files/demo-pictures.ts";

/** A category and its contents, as stored in `demo/catalogue/*.json`. */
export interface DemoCategory extends Motif {
  name: string;
  /** The Spanish name. */
  nameEs: string;
  subCategories: (Motif & { name: string; nameEs: string; products: DemoProduct[] })[];
}

/** A product as stored in `demo/catalogue/*.json`. */
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
  /** The same in Spanish. */
  spanish: SpanishTexts;
}

interface SpanishTexts {
  name: string;
  unit: string;
  description: string;
  details: Record<string, string>;
}

/** The Spanish texts of a category and its contents, as stored in `demo/catalogue/es/*.json`: shelves by name, products by sku. */
interface SpanishFile {
  shelves: Record<string, string>;
  products: Record<string, SpanishTexts>;
}

type Untranslated = Omit<DemoCategory, "nameEs" | "subCategories"> & {
  subCategories: (Omit<DemoCategory["subCategories"][number], "nameEs" | "products"> & { products: Omit<DemoProduct, "spanish">[] })[];
};

const FOLDER = join(import.meta.dirname, "../../../../demo/catalogue");

/** The demo catalogue, in file order. */
export function readDemoCatalogue(): DemoCategory[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
  return files.sort().map((file) => {
    const category = JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as Untranslated; // checked by a test
    return inBoth(category, readSpanish(join(FOLDER, "es", file)));
  });
}

function readSpanish(path: string): SpanishFile {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as SpanishFile) : { shelves: {}, products: {} }; // checked by a test
}

const NO_TEXTS: SpanishTexts = { name: "", unit: "", description: "", details: {} };

function inBoth(category: Untranslated, { shelves, products }: SpanishFile): DemoCategory {
  const subCategories = category.subCategories.map((shelf) => ({
    ...shelf,
    nameEs: shelves[shelf.name] ?? "",
    products: shelf.products.map((product) => ({ ...product, spanish: products[product.sku] ?? NO_TEXTS })),
  }));
  return { ...category, nameEs: shelves[category.name] ?? "", subCategories };
}

export function productsOf(catalogue: readonly DemoCategory[]): DemoProduct[] {
  return catalogue.flatMap(({ subCategories }) => subCategories).flatMap(({ products }) => products);
}

/** Matching background tints for a product's second picture. */
const COMPANIONS = {
  mint: ["sand", "sky", "butter"],
  butter: ["peach", "lilac", "mint"],
  peach: ["rose", "sand", "butter"],
  sky: ["lilac", "mint", "sand"],
  lilac: ["sky", "rose", "sand"],
  rose: ["lilac", "peach", "butter"],
  sand: ["mint", "peach", "butter"],
} as const satisfies Record<Tint, readonly Tint[]>;

/** Icons that show what or whom a product is for, rather than the product itself. */
const SYMBOLS = new Set(
  `amphora ant baby baby-bottle bathtub bento-box beer-mug cat-face cooking couch-and-lamp dog-face droplet evergreen-tree fly
  fork-and-knife-with-plate fuel-pump hamster jeans mirror mosquito oil-drum parrot paw-prints rabbit-face recycling-symbol seedling shower
  snow-capped-mountain snowflake sparkles sun t-shirt takeout-box toilet tooth tropical-fish turtle window wood`.split(/\s+/),
);

/**
 * Plans two pictures per product: the pack, for listings, then what is inside (or a close-up of a single item). Products with the
 * same icon share the second picture, on a tint that none of their packs has. If the icon does not show the product, the second
 * picture is a close-up of the label.
 */
export function planPictures(catalogue: readonly DemoCategory[]): (product: DemoProduct) => Picture[] {
  const byIcon = Map.groupBy(productsOf(catalogue), ({ icon }) => icon);
  return ({ sku, name, icon, tint, unit }) => {
    const alike = byIcon.get(icon) ?? [];
    const taken = new Set(alike.map((product) => product.tint));
    const [first = tint, second = first] = COMPANIONS[alike[0]?.tint ?? tint].filter((companion) => !taken.has(companion));
    const pack = { kind: "pack", sku, name } as const;
    if (unit === "1 piece") return [pack, { kind: "close", icon, tint: second }];
    return [pack, SYMBOLS.has(icon) ? { kind: "label", sku, name } : { kind: "group", icon, tint: first }];
  };
}
