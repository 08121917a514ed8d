/** Plans what each product's picture shows, based on its name, brand, unit, shelf and icon. */
import { readDemoCatalogue, type DemoProduct } from "#features/catalogue/demo/demo-catalogue.ts";
import { contrast, mix } from "./colors.ts";
import { labelName } from "./label-name.ts";
import { formOf } from "./packing.ts";
import { darker, lighter, type Paint } from "./packs/pack.ts";
import { colorOf } from "./palette.ts";
import type { Scene } from "./scene.ts";

const PAPER = "#fdf8ea";

/** Deep colors of brands. */
const DEEP = ["#1f4d3a", "#24416b", "#53305c", "#7a2638", "#1e5661", "#6b3d22", "#35424a"];

/** How a brand combines its own color, `deep`, with the color of a variety. */
const STYLES: ((color: string, deep: string) => Omit<Paint, "filling">)[] = [
  (color) => ({ body: lighter(color, 0.16), label: PAPER, accent: darker(color, 0.3) }),
  (color, deep) => ({ body: PAPER, label: mix(PAPER, color, 0.2), accent: mix(color, deep, 0.14) }),
  (color, deep) => ({ body: deep, label: deep, accent: lighter(color, 0.12) }),
  (color) => ({ body: lighter(color, 0.66), label: "#ffffff", accent: color }),
  (color, deep) => ({ body: mix(deep, "#ffffff", 0.86), label: PAPER, accent: color }),
  (color, deep) => ({ body: lighter(color, 0.3), label: mix(deep, "#ffffff", 0.9), accent: deep }),
];

/** A number that is stable for a text and evenly distributed. */
function hash(text: string): number {
  let sum = 2166136261;
  for (const char of text) sum = Math.imul(sum ^ (char.codePointAt(0) ?? 0), 16777619) >>> 0;
  return sum >>> 0;
}

/** Colors for a neighbor that would otherwise look nearly the same. */
const OTHERS = ["#2f7f86", "#d98a2b", "#6a5aa8", "#b8433f", "#4f8f52", "#3d73b5", "#c25b86", "#8a6a45"];

const distance = (one: string, other: string) =>
  Math.hypot(...[1, 3, 5].map((at) => Number.parseInt(one.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16)));

const countOf = (unit: string) => (/piece|pack|bag|serving/.test(unit) ? Number(/\d+/.exec(unit)?.[0] ?? 1) : 1);

/** The scene of each product by SKU; `tone` returns an icon's color. */
export function planScenes(tone: (icon: string) => string): Map<string, Scene> {
  const scenes = new Map<string, Scene>();
  const named = new Set<string>();
  for (const { subCategories } of readDemoCatalogue()) {
    for (const { name: shelf, products } of subCategories) {
      const before: { form: string; color: string }[] = [];
      for (const product of products) {
        const natural = colorOf(product.name) ?? tone(product.icon);
        const form = formOf(shelf, product);
        const near = (color: string) => before.slice(-5).some((other) => other.form === form && distance(other.color, color) < 70);
        const color =
          [natural, ...OTHERS.toSorted((a, b) => hash(a + product.sku) - hash(b + product.sku))].find((one) => !near(one)) ?? natural;
        before.push({ form, color });
        const name = labelName(product.name);
        const weight = named.has(name) ? restOf(product) : unitOf(product.unit);
        named.add(name);
        const { icon, tint, brand = "" } = product;
        const paint = styleOf(brand);
        const ground = OPEN.has(form) ? { body: trayFor(natural) } : {};
        scenes.set(product.sku, {
          ...paint(color),
          ...ground,
          filling: fillingOf(product.name, natural),
          count: countOf(product.unit),
          form,
          tint,
          icon,
          brand,
          name,
          weight,
        });
      }
    }
  }
  return scenes;
}

/** Packs that show the food inside. */
const OPEN = new Set(["tray", "vacuum"]);

/** A background that contrasts with both light and dark meat. */
const trayFor = (color: string) => (contrast(color, "#ffffff") < 3.2 ? "#3a4a4c" : "#f3efe6");

/** Milk is white, whatever the label says. */
const fillingOf = (name: string, natural: string) =>
  /\b(?:milk|kefir|yogurt|cream|coconut|mayonnaise|feta)/i.test(name) && !/chocolate|tahini|iced/i.test(name) ? "#f8f1e2" : natural;

function styleOf(brand: string) {
  const number = hash(brand);
  return (color: string) => STYLES[number % STYLES.length]!(color, DEEP[(number >>> 8) % DEEP.length]!); // within
}

const unitOf = (unit: string) => (unit === "1 piece" ? "" : unit);

/** What distinguishes a product from one whose name begins alike. */
const restOf = ({ name, unit }: DemoProduct) => (name.includes(",") ? name.slice(name.indexOf(",") + 2) : unitOf(unit));
