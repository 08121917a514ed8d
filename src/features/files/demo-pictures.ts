import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { imageAddress } from "./rules.ts";

const DEMO = join(import.meta.dirname, "../../../demo");

/** The pictures that come with the shop: `<icon>-<kind>-<tint>/<width>.webp`. They are served from where they are. */
export const DEMO_PICTURES = join(DEMO, "pictures");

/** What a picture shows: an icon by its name, on a tile of a colour. */
export interface Motif {
  icon: string;
  tint: string;
}

/** The address of the picture of one thing on its tile. */
export function demoPicture({ icon, tint }: Motif): string {
  return imageAddress(`${icon}-single-${tint}`);
}

/** The pictures of a product: itself first, then several of it and a close-up, where these were made. */
export function demoPicturesOf(motif: Motif): string[] {
  const others = ["group", "close"].flatMap((kind) => made().get(`${motif.icon}-${kind}`) ?? []);
  return [demoPicture(motif), ...others.map((key) => imageAddress(key))];
}

let keys: Map<string, string> | undefined;

/** Icon and kind of each picture to its key: of the group and the close-up of an icon there is one, on a tile of its own colour. */
function made(): Map<string, string> {
  return (keys ??= new Map(
    existsSync(DEMO_PICTURES) ? readdirSync(DEMO_PICTURES).map((key) => [key.slice(0, key.lastIndexOf("-")), key]) : [],
  ));
}

/** Stands in for a shelf whose name nobody foresaw. */
const NEUTRAL: Motif = { icon: "shopping-bags", tint: "sand" };

let motifs: Map<string, Motif> | undefined;

/** A picture for a category or sub category by its name, for shelves that come without one. */
export function shelfPicture(name: string): string {
  motifs ??= new Map(
    Object.entries(JSON.parse(readFileSync(join(DEMO, "shelf-icons.json"), "utf8")) as Record<string, Motif>) // our own file; a test checks it
      .map(([known, motif]) => [known.toLowerCase(), motif]),
  );
  return demoPicture(motifs.get(name.toLowerCase()) ?? NEUTRAL);
}
