/** The studio of the demo pictures: Fluent Emoji icons, their shadows and the tile behind. */
import { existsSync, readFileSync } from "node:fs";
import sharp, { type OverlayOptions, type Sharp } from "sharp";
import type { Tint } from "#features/files/demo-pictures.ts";

/** A transparent image, not yet on a tile; `left` and `top` are its position on the canvas, in pixels. */
export type Layer = { pixels: Buffer; width: number; height: number; left: number; top: number };

/** A drawing's position on a square canvas of side 1: its center, its width before rotation, its rotation in degrees. */
export type Place = { x: number; y: number; width: number; turn: number };

/** Red, green and blue, 0 to 255. */
export type Colour = [number, number, number];

/** Tile colors as in the shop's themes, light and dark, and the shadow color on the light one. */
const colours = {
  mint: { tile: "#e2f0df", night: "#293c2c", shadow: [36, 72, 43] },
  butter: { tile: "#fbefcb", night: "#433919", shadow: [107, 74, 12] },
  peach: { tile: "#fce5d6", night: "#482f20", shadow: [116, 53, 26] },
  sky: { tile: "#dfeef5", night: "#233b47", shadow: [27, 67, 96] },
  lilac: { tile: "#ece6f5", night: "#352d48", shadow: [59, 44, 102] },
  rose: { tile: "#fae3e6", night: "#46282d", shadow: [107, 34, 51] },
  sand: { tile: "#f1e8d8", night: "#3c3526", shadow: [81, 60, 28] },
} satisfies Record<Tint, { tile: string; night: string; shadow: Colour }>;

export const shadowColour = (tint: Tint): Colour => colours[tint].shadow;

const rawOf = ({ width, height }: { width: number; height: number }) => ({ raw: { width, height, channels: 4 as const } });
const transparent = { r: 0, g: 0, b: 0, alpha: 0 };

/** A drawn icon; `coverage` is the share of its box that it fills: about 0.8 for an apple, 0.3 for a knife. */
export type Drawing = Layer & { coverage: number };

/** An icon from `icons/`, large enough for every use, without its empty margin. */
export async function drawIcon(icon: string, size = 1600): Promise<Drawing> {
  const ours = new URL(`drawings/${icon}.svg`, import.meta.url);
  const svg = readFileSync(existsSync(ours) ? ours : new URL(`icons/${icon}.svg`, import.meta.url));
  const drawn = await sharp(svg, { density: (72 * size) / 32 })
    .ensureAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer();
  const { data, info } = await sharp(drawn).trim({ background: transparent, threshold: 2 }).raw().toBuffer({ resolveWithObject: true });
  const alpha = (await sharp(data, rawOf(info)).stats()).channels[3];
  const coverage = (alpha?.mean ?? 255) / 255;
  return { pixels: data, width: info.width, height: info.height, left: 0, top: 0, coverage };
}

/** Resizes and rotates a drawing and places it on a canvas of `size` pixels. */
export async function lay(drawing: Layer, { x, y, width, turn }: Place, size: number): Promise<Layer> {
  const wide = Math.round(width * size);
  const high = Math.round((wide * drawing.height) / drawing.width);
  const resized = await sharp(drawing.pixels, rawOf(drawing)).resize(wide, high, { fit: "fill" }).raw().toBuffer();
  const { data, info } = await sharp(resized, rawOf({ width: wide, height: high }))
    .rotate(turn, { background: transparent })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const left = Math.round(x * size - info.width / 2);
  const top = Math.round(y * size - info.height / 2);
  return { pixels: data, width: info.width, height: info.height, left, top };
}

/**
 * The shadow of a layer. `blur` and `drop` are pixels on a canvas of 1280; the blur is done at a quarter of the size,
 * which is smoother and much faster.
 */
export async function shadowOf(
  layer: Layer,
  look: { colour: Colour; blur: number; drop: number; strength: number },
  size: number,
): Promise<Layer> {
  const quarter = 4;
  const scale = size / 1280;
  const pad = Math.ceil((look.blur * scale * 3) / quarter);
  const width = Math.ceil(layer.width / quarter);
  const height = Math.ceil(layer.height / quarter);
  const shape = await sharp(layer.pixels, rawOf(layer))
    .resize(width, height, { fit: "fill" })
    .extend({ top: pad, bottom: pad, left: pad, right: pad, background: transparent })
    .linear([0, 0, 0, look.strength], [...look.colour, 0])
    .raw()
    .toBuffer();
  const [wide, high] = [width + 2 * pad, height + 2 * pad];
  const around = rawOf({ width: wide, height: high });
  const soft = await sharp(shape, around)
    .blur((look.blur * scale) / quarter)
    .raw()
    .toBuffer();
  const pixels = await sharp(soft, around)
    .resize(wide * quarter, high * quarter, { kernel: "cubic" })
    .raw()
    .toBuffer();
  const left = layer.left - pad * quarter;
  const top = layer.top - pad * quarter + Math.round(look.drop * scale);
  return { pixels, width: wide * quarter, height: high * quarter, left, top };
}

/** A layer in the format of sharp's `composite`, cropped to the canvas. */
export async function cutTo(layer: Layer, size: number): Promise<OverlayOptions> {
  const left = Math.max(0, -layer.left);
  const top = Math.max(0, -layer.top);
  const width = Math.min(layer.width - left, size - Math.max(0, layer.left));
  const height = Math.min(layer.height - top, size - Math.max(0, layer.top));
  const input = await sharp(layer.pixels, rawOf(layer)).extract({ left, top, width, height }).raw().toBuffer();
  return { input, raw: { width, height, channels: 4 }, left: Math.max(0, layer.left), top: Math.max(0, layer.top) };
}

/** The empty tile: its tint, with faint light from the upper left and slightly darker below. */
export function tile(tint: Tint, size: number): Buffer {
  const { tile, shadow } = colours[tint];
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <radialGradient id="light" cx=".4" cy=".3" r=".8">
      <stop offset="0" stop-color="#fff" stop-opacity=".42"/>
      <stop offset=".5" stop-color="#fff" stop-opacity=".1"/>
      <stop offset="1" stop-color="#fff" stop-opacity="0"/>
    </radialGradient>
    <linearGradient id="floor" x1=".4" y1="0" x2=".6" y2="1">
      <stop offset=".5" stop-color="rgb(${shadow.join()})" stop-opacity="0"/>
      <stop offset="1" stop-color="rgb(${shadow.join()})" stop-opacity=".04"/>
    </linearGradient>
    <rect width="100%" height="100%" fill="${tile}"/>
    <rect width="100%" height="100%" fill="url(#light)"/>
    <rect width="100%" height="100%" fill="url(#floor)"/>
  </svg>`);
}

/** The tile in the dark theme, with a hole where the thing is: the page lays it over the picture. `thing` has no shadows. */
export async function darkTile(tint: Tint, thing: Sharp, size: number): Promise<Sharp> {
  const outline = await thing.resize(size).extractChannel("alpha").raw().toBuffer();
  // Slightly smaller than the thing, so that no edge of the light tile shows; in a few levels, which halves the file.
  const hole = Buffer.from(outline.map((alpha) => 255 - 51 * Math.min(5, Math.max(0, Math.round((alpha - 76) / 30.6)))));
  return sharp({ create: { width: size, height: size, channels: 3, background: colours[tint].night } }).joinChannel(hole, {
    raw: { width: size, height: size, channels: 1 },
  });
}
