/**
 * Makes the pictures of the demo catalogue: Fluent Emoji icons on a tinted tile, lit like product photographs from one
 * studio. Writes `pictures/<icon>-<kind>-<tint>/<width>.webp` and skips existing files. Run it with `node
 * demo/make-pictures.ts`.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import sharp, { type OverlayOptions, type Sharp } from "sharp";
import {
  DEMO_PICTURES,
  DEMO_WIDTHS,
  keyOf,
  type MotifPicture,
  type PackPicture,
  type Picture,
  type Tint,
} from "#features/files/demo-pictures.ts";
import { DARK_TILE } from "#features/files/rules.ts";
import { allPictures } from "./all-pictures.ts";
import { planScenes } from "./plan-scenes.ts";
import { printOf, toneOf } from "./prints.ts";
import { draw, type Scene } from "./scene.ts";
import { cutTo, darkTile, type Drawing, drawIcon, lay, type Place, shadowColour, shadowOf, tile } from "./studio.ts";

const size = Math.max(...DEMO_WIDTHS);

/** WebP quality by width. The largest is only used on high-density screens; artifacts show sooner on small ones. */
const quality = { 160: 70, 320: 66, 640: 50 } as const satisfies Record<(typeof DEMO_WIDTHS)[number], number>;

/** Things with a base, an opening, wheels or a face are never tilted. */
const upright = new Set(
  `amphora automobile baby backpack basket bathtub battery beer-mug bell bento-box beverage-box bicycle bird birthday-cake
  bowl-with-spoon briefcase bubble-tea bubbles bucket butter cactus candle canned-food cat cat-face chair cooked-rice couch-and-lamp
  cup-with-straw cupcake curry-rice custard diya-lamp dog dog-face droplet duck evergreen-tree fire-extinguisher fondue
  fork-and-knife-with-plate framed-picture french-fries fuel-pump glass-of-milk green-salad hamburger hamster handbag honey-pot
  hot-beverage ice ice-cream jar lotion-bottle luggage mate mirror mouse mouse-trap nest-with-eggs oil-drum oyster pancakes parrot
  popcorn pot-of-food potted-plant purse rabbit-face recycling-symbol roll-of-paper salt seat seedling shaved-ice shortcake
  snow-capped-mountain soft-ice-cream spaghetti steaming-bowl sunflower takeout-box teacup-without-handle teapot teddy-bear toilet
  toolbox tropical-drink turtle warning wastebasket wind-chime window wine-glass wrapped-gift`.split(/\s+/),
);

/** A drawing's share of the tile: at most 58%, less for full round shapes, so that all look equally large. */
function shareOf({ width, height, coverage }: Drawing) {
  const weight = 0.455 / Math.sqrt(width * height * coverage);
  const limit = 0.58 / Math.max(width, height);
  const scale = Math.min(weight, limit);
  return { width: width * scale, height: height * scale };
}

/** One thing in the middle, slightly raised to leave room for its shadow. */
function single(drawing: Drawing): Place[] {
  return [{ x: 0.5, y: 0.488, width: shareOf(drawing).width, turn: 0 }];
}

/**
 * Three of a kind, back to front. Offsets are relative to the largest one. Never one round thing below two, which looks
 * like a mouse's head.
 */
const leaning = [
  { x: 0.4, y: -0.36, scale: 0.84, turn: 14 },
  { x: -0.24, y: 0, scale: 1, turn: -6 },
  { x: 0.4, y: 0.42, scale: 0.64, turn: -20 },
];
const standing = [
  { x: -0.58, y: -0.06, scale: 0.66, turn: 0 },
  { x: 0.5, y: -0.26, scale: 0.84, turn: 0 },
  { x: 0, y: 0.08, scale: 1, turn: 0 },
];

/** The three as close together as their shape allows, and as large as the tile allows. */
function group(drawing: Drawing, stands: boolean): Place[] {
  const { width, height } = shareOf(drawing);
  const near = Math.min(1, 0.5 + 0.65 * drawing.coverage);
  const stretch = Math.sqrt(height / width) ** 0.8;
  const three = (stands ? standing : leaning).map(({ x, y, ...rest }) => ({ ...rest, x: x * near * stretch, y: (y * near) / stretch }));
  const span = (at: "x" | "y") => {
    const from = Math.min(...three.map((item) => item[at] - item.scale / 2));
    const to = Math.max(...three.map((item) => item[at] + item.scale / 2));
    return { middle: (from + to) / 2, length: to - from };
  };
  const [across, down] = [span("x"), span("y")];
  const fit = Math.min(0.75 / (across.length * width), 0.68 / (down.length * height));
  return three.map(({ x, y, scale, turn }) => ({
    x: 0.5 + (x - across.middle) * width * fit,
    y: 0.49 + (y - down.middle) * height * fit,
    width: width * fit * scale,
    turn,
  }));
}

/** So close that the edge crops it. */
function close(drawing: Drawing, stands: boolean): Place[] {
  const { width } = shareOf(drawing);
  return [{ x: 0.6, y: 0.62, width: (width / 0.58) * 1.3, turn: stands ? 0 : -8 }];
}

const arrange = { single, group, close } as const satisfies Record<MotifPicture["kind"], (drawing: Drawing, stands: boolean) => Place[]>;

/** A thing with two shadows: a wide ambient one, and a narrow one where it nearly touches the ground. */
async function photograph(drawing: Drawing, place: Place, tint: Tint): Promise<OverlayOptions[]> {
  const thing = await lay(drawing, place, size);
  const colour = shadowColour(tint);
  const nearness = place.width / 0.5;
  const wide = await shadowOf(thing, { colour, blur: 40 * nearness, drop: 52 * nearness, strength: 0.36 }, size);
  const narrow = await shadowOf(thing, { colour, blur: 12, drop: 14, strength: 0.22 }, size);
  return Promise.all([wide, narrow, thing].map((layer) => cutTo(layer, size)));
}

/** A motif as raw pixels: on its tile, or without it where the page draws the tile, so that it follows the theme. */
async function takeMotif({ icon, kind, tint }: MotifPicture): Promise<Sharp> {
  const drawing = await drawIcon(icon, kind === "close" ? 800 : 480);
  const layers: OverlayOptions[] = [];
  for (const place of arrange[kind](drawing, upright.has(icon))) layers.push(...(await photograph(drawing, place, tint)));
  return kind === "single" ? onNothing(layers) : onTile(tint, layers);
}

/** A product in its pack. The smallest picture shows only the name, in larger letters, because nothing else would be readable. */
async function takePack(scene: Scene, kind: PackPicture["kind"], width: number): Promise<Sharp> {
  const detail = kind === "label" ? "label" : width < 200 ? "name" : "all";
  const drawn = draw(scene, await printOf(scene.icon), detail);
  return onTile(scene.tint, [{ input: await sharp(Buffer.from(drawn)).resize(size).png({ compressionLevel: 1 }).toBuffer() }]);
}

/** What a product's picture shows, without shadows. */
async function outlineOf(picture: Picture, scene: Scene | undefined): Promise<Sharp> {
  if ("sku" in picture) {
    return sharp(Buffer.from(draw(scene!, await printOf(scene!.icon), picture.kind === "label" ? "label" : "all", false))); // every product has a scene
  }
  const { icon, kind } = picture;
  const drawing = await drawIcon(icon, kind === "close" ? 800 : 480);
  const things = arrange[kind](drawing, upright.has(icon)).map(async (place) => cutTo(await lay(drawing, place, size), size));
  return onNothing(await Promise.all(things));
}

async function onTile(tint: Tint, layers: OverlayOptions[]): Promise<Sharp> {
  const pixels = await sharp(tile(tint, size)).composite(layers).removeAlpha().raw().toBuffer();
  return sharp(pixels, { raw: { width: size, height: size, channels: 3 } });
}

const CANVAS = { width: size, height: size, channels: 4 } as const;

async function onNothing(layers: OverlayOptions[]): Promise<Sharp> {
  const pixels = await sharp({ create: { ...CANVAS, background: "#0000" } })
    .composite(layers)
    .raw()
    .toBuffer();
  return sharp(pixels, { raw: CANVAS });
}

const isMade = (picture: Picture, file: string) => existsSync(join(DEMO_PICTURES, keyOf(picture), file));
const isPhotographed = (picture: Picture) => DEMO_WIDTHS.every((width) => isMade(picture, `${width}.webp`));
/** The pictures of shelves have no tile. */
const isDarkened = (picture: Picture) => picture.kind === "single" || isMade(picture, DARK_TILE);

async function save(picture: Picture, scenes: Map<string, Scene>) {
  const folder = join(DEMO_PICTURES, keyOf(picture));
  mkdirSync(folder, { recursive: true });
  if (!isPhotographed(picture)) await savePhotographs(picture, scenes, folder);
  if (isDarkened(picture)) return;
  const scene = "sku" in picture ? scenes.get(picture.sku) : undefined;
  const tint = "sku" in picture ? scene!.tint : picture.tint; // every product has a scene
  const tile = await darkTile(tint, await outlineOf(picture, scene), 320);
  await tile.webp({ lossless: true, effort: 4 }).toFile(join(folder, DARK_TILE));
}

async function savePhotographs(picture: Picture, scenes: Map<string, Scene>, folder: string) {
  const take = (width: number) => ("sku" in picture ? takePack(scenes.get(picture.sku)!, picture.kind, width) : takeMotif(picture)); // every product has a scene
  const whole = await take(size);
  for (const width of DEMO_WIDTHS) {
    const from = picture.kind === "pack" && width === 160 ? await take(width) : whole;
    await from.clone().resize(width).webp({ quality: quality[width], alphaQuality: 60, effort: 6 }).toFile(`${folder}/${width}.webp`);
  }
}

async function makePictures() {
  const wanted = allPictures();
  const keys = new Set(wanted.map(keyOf));
  for (const folder of readdirSync(DEMO_PICTURES)) if (!keys.has(folder)) rmSync(join(DEMO_PICTURES, folder), { recursive: true });
  const missing = wanted.filter((picture) => !isPhotographed(picture) || !isDarkened(picture));
  const scenes = planScenes(await toneOf());
  // A few at a time, since sharp uses threads.
  const line = missing.values();
  const worker = async () => {
    for (const picture of line) await save(picture, scenes);
  };
  await Promise.all([worker(), worker(), worker()]);
  console.log(`${missing.length} pictures made.`);
}

if (import.meta.main) await makePictures();
