import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DiskStorage } from "./disk-storage.ts";
import { imageAddress } from "./rules.ts";
import type { Storage } from "./storage.ts";

const DEMO = join(import.meta.dirname, "../../../demo");

/** The pictures that come with the shop: `<key>/<width>.webp`. They are served from where they are. */
export const DEMO_PICTURES = join(DEMO, "pictures");

/** The widths they are made in. To keep the repository small, there is no wider one: it would hold more bytes than the rest. */
export const DEMO_WIDTHS = [160, 320, 640] as const;

const disk = new DiskStorage(DEMO_PICTURES);
const files = new Set<string>(DEMO_WIDTHS.map((width) => `${width}.webp`));

/** Reads the pictures that come with the shop; a wider file than there is one for is answered with the widest. */
export const demoPictures: Pick<Storage, "read"> = {
  read: (key, file) => disk.read(key, files.has(file) ? file : "640.webp"),
};

/** The colours of the tiles that things stand on. */
export const TINTS = ["mint", "butter", "peach", "sky", "lilac", "rose", "sand"] as const;
export type Tint = (typeof TINTS)[number];

/** What a picture shows: an icon by its name, on a tile of a colour. */
export interface Motif {
  icon: string;
  tint: Tint;
}

/** One thing, several of it, or a part of it from close by. */
export interface MotifPicture extends Motif {
  kind: "single" | "group" | "close";
}

/** A product in its pack, with its brand and name on it; or the label alone, from close by. */
export interface PackPicture {
  kind: "pack" | "label";
  sku: string;
  name: string;
}

export type Picture = MotifPicture | PackPicture;

const slug = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

/** The key of a picture that comes with the shop. */
export function keyOf(picture: Picture): string {
  if ("sku" in picture) return slug(picture.kind === "pack" ? `${picture.sku} ${picture.name}` : `${picture.sku} ${picture.name} label`);
  return `${picture.icon}-${picture.kind}-${picture.tint}`;
}

/** The picture of a category or sub category. */
export function shelfPictureOf({ icon, tint }: Motif): MotifPicture {
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
