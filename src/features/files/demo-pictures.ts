import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DiskStorage } from "./disk-storage.ts";
import { DARK_TILE, imageAddress } from "./rules.ts";
import type { Storage } from "./storage.ts";

const DEMO = join(import.meta.dirname, "../../../demo");

/** The bundled pictures: `<key>/<width>.webp`, served from this folder. */
export const DEMO_PICTURES = join(DEMO, "pictures");

/** Their widths. Larger ones would take more space in the repository than everything else. */
export const DEMO_WIDTHS = [160, 320, 640] as const;

const disk = new DiskStorage(DEMO_PICTURES);
const files = new Set<string>([...DEMO_WIDTHS.map((width) => `${width}.webp`), DARK_TILE]);

/** Reads the bundled pictures. For larger widths, returns the largest there is. */
export const demoPictures: Pick<Storage, "read"> = {
  read: (key, file) => disk.read(key, files.has(file) ? file : "640.webp"),
};

/** Background colors of the tiles. */
export const TINTS = ["mint", "butter", "peach", "sky", "lilac", "rose", "sand"] as const;
export type Tint = (typeof TINTS)[number];

/** What a picture shows: an icon by name, on a colored tile. */
export interface Motif {
  icon: string;
  tint: Tint;
}

/** One item, several, or part of one in close-up. */
export interface MotifPicture extends Motif {
  kind: "single" | "group" | "close";
}

/** A packaged product with its brand and name, or its label in close-up. */
export interface PackPicture {
  kind: "pack" | "label";
  sku: string;
  name: string;
}

export type Picture = MotifPicture | PackPicture;

const slug = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

/** The key of a bundled picture. `pictureOf` of the rules recognizes those of products by it. */
export function keyOf(picture: Picture): string {
  if ("sku" in picture) return slug(picture.kind === "pack" ? `${picture.sku} ${picture.name}` : `${picture.sku} ${picture.name} label`);
  return `${picture.icon}-${picture.kind}-${picture.tint}`;
}

/** The picture of a category or subcategory. */
export function shelfPictureOf({ icon, tint }: Motif): MotifPicture {
  return { icon, kind: "single", tint };
}

/** The path of a bundled picture. */
export function demoAddress(picture: Picture): string {
  return imageAddress(keyOf(picture));
}

/** For shelves whose name has no motif. */
export const NEUTRAL: Motif = { icon: "shopping-bags", tint: "sand" };

/** Motifs for category and subcategory names found in real catalogues. */
export function readShelfMotifs(): Record<string, Motif> {
  return JSON.parse(readFileSync(join(DEMO, "shelf-icons.json"), "utf8")) as Record<string, Motif>; // our own file; a test checks it
}

let motifs: Map<string, Motif> | undefined;

/** The path of a picture for a category or subcategory by its name, for shelves without one. */
export function pictureForName(name: string): string {
  motifs ??= new Map(Object.entries(readShelfMotifs()).map(([known, motif]) => [known.toLowerCase(), motif]));
  return demoAddress(shelfPictureOf(motifs.get(name.toLowerCase()) ?? NEUTRAL));
}
