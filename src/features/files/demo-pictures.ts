import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { imageAddress } from "./rules.ts";

/** The pictures that come with the shop: `<icon>-<kind>-<tint>/<width>.webp`. They are served from where they are. */
export const DEMO_PICTURES = join(import.meta.dirname, "../../../demo/pictures");

/** What a picture shows: an icon by its name, on a tile of a colour. */
export interface Motif {
  icon: string;
  tint: string;
}

/** The address of the picture of one thing on its tile; empty when it was not made. */
export function demoPicture({ icon, tint }: Motif): string {
  const key = `${icon}-single-${tint}`;
  return existsSync(join(DEMO_PICTURES, key)) ? imageAddress(key) : "";
}

/** The pictures of a product: itself first, then several of it and a close-up, where these were made. */
export function demoPicturesOf(motif: Motif): string[] {
  const others = ["group", "close"].flatMap((kind) => made().get(`${motif.icon}-${kind}`) ?? []);
  return [demoPicture(motif), ...others.map((key) => imageAddress(key))].filter(Boolean);
}

let keys: Map<string, string> | undefined;

/** The key of the group picture and of the close-up of each icon; their tiles have a colour of their own. */
function made(): Map<string, string> {
  const folders = existsSync(DEMO_PICTURES) ? readdirSync(DEMO_PICTURES) : [];
  return (keys ??= new Map(folders.map((key) => [key.slice(0, key.lastIndexOf("-")), key])));
}
