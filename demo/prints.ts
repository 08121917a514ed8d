/** The drawings: Fluent Emoji icons (`icons/`) and our own (`drawings/`), as images to print on a pack or place beside it. */
import sharp from "sharp";
import { productsOf, readDemoCatalogue } from "#features/catalogue/demo/demo-catalogue.ts";
import { drawIcon } from "./studio.ts";
import type { Print } from "./scene.ts";

const SIDE = 512;
const prints = new Map<string, Promise<Print & { tone: string }>>();

async function make(icon: string): Promise<Print & { tone: string }> {
  const { pixels, width, height } = await drawIcon(icon, 560);
  const image = sharp(pixels, { raw: { width, height, channels: 4 } }).resize(SIDE, SIDE, { fit: "inside" });
  const png = await image.clone().png().toBuffer();
  return { href: `data:image/png;base64,${png.toString("base64")}`, ratio: height / width, tone: toneIn(pixels) };
}

/** The mean color of the pixels, weighted towards colorful ones. */
function toneIn(pixels: Buffer): string {
  const sum = [0, 0, 0];
  let all = 0;
  for (let at = 0; at < pixels.length; at += 4 * 37) {
    const rgb = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
    const weight = ((pixels[at + 3] ?? 0) / 255) * (8 + Math.max(...rgb) - Math.min(...rgb)) ** 2;
    all += weight;
    rgb.forEach((value, place) => (sum[place] = (sum[place] ?? 0) + value * weight));
  }
  return `#${sum
    .map((value) =>
      Math.round(value / all)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/** A drawing as an image for scenes. */
export function printOf(icon: string): Promise<Print & { tone: string }> {
  const known = prints.get(icon) ?? make(icon);
  prints.set(icon, known);
  return known;
}

/** Computes the color of each icon used in the demo. */
export async function toneOf(): Promise<(icon: string) => string> {
  const icons = [...new Set(productsOf(readDemoCatalogue()).map(({ icon }) => icon))];
  const tones = new Map<string, string>();
  for (const icon of icons) tones.set(icon, (await printOf(icon)).tone);
  return (icon) => tones.get(icon)!; // computed above for every icon
}
