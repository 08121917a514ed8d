import { readFileSync } from "node:fs";
import { join } from "node:path";
import { imageAddress } from "./rules.ts";

const DEMO = join(import.meta.dirname, "../../../demo");

/** The pictures that come with the shop: `<icon>-<kind>-<tint>/<width>.webp`. They are served from where they are. */
export const DEMO_PICTURES = join(DEMO, "pictures");

/** The colours of the tiles that things stand on. */
export const TINTS = ["mint", "butter", "peach", "sky", "lilac", "rose", "sand"] as const;
export type Tint = (typeof TINTS)[number];

/** What a picture shows: an icon by its name, on a tile of a colour. */
export interface Motif {
  icon: string;
  tint: Tint;
}

/** One thing, several of it, or a part of it from close by. */
export interface Picture extends Motif {
  kind: "single" | "group" | "close";
}

/** The key a picture that comes with the shop is kept under. */
export function keyOf({ icon, kind, tint }: Picture): string {
  return `${icon}-${kind}-${tint}`;
}

/** The picture of a category or sub category. */
export function shelfPictureOf({ icon, tint }: Motif): Picture {
  return { icon, kind: "single", tint };
}

/** The address of a picture that comes with the shop. */
export function demoAddress(picture: Picture): string {
  return imageAddress(keyOf(picture));
}

/** Stands in for a shelf whose name nobody foresaw. */
export const NEUTRAL: Motif = { icon: "shopping-bags", tint: "sand" };

/** What goes with the names of categories and sub categories that real catalogues have. */
export function readShelfMotifs(): Record<string, Motif> {
  return JSON.parse(readFileSync(join(DEMO, "shelf-icons.json"), "utf8")) as Record<string, Motif>; // our own file; a test checks it
}

let motifs: Map<string, Motif> | undefined;

/** The address of a picture for a category or sub category by its name, for shelves that come without one. */
export function pictureForName(name: string): string {
  motifs ??= new Map(Object.entries(readShelfMotifs()).map(([known, motif]) => [known.toLowerCase(), motif]));
  return demoAddress(shelfPictureOf(motifs.get(name.toLowerCase()) ?? NEUTRAL));
}
