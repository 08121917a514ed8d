/** A photographed product: its pack, what is printed on it, and the real thing in or beside it. */
import type { Tint } from "#features/files/demo-pictures.ts";
import { inkOn, mix } from "./colors.ts";
import { fit, LEADING, line } from "./lettering.ts";
import { FORMS, type Form } from "./packs/forms.ts";
import { type Area, LIGHT, type Order, type Pack } from "./packs/pack.ts";
import { shadowColour } from "./studio.ts";

export interface Scene extends Order {
  form: Form;
  tint: Tint;
  /** A file in `icons/` or `drawings/`. */
  icon: string;
  brand: string;
  name: string;
  weight: string;
}

/** A drawing as an image to embed in SVG, and its height relative to its width. */
export interface Print {
  href: string;
  ratio: number;
}

const SIDE = 1000;
/** What is written on a pack: small pictures show only the name, `label` is a close-up of everything. */
type Detail = "name" | "all" | "label";

function image({ href, ratio }: Print, x: number, y: number, width: number, turn = 0, more = ""): string {
  const height = width * ratio;
  return `<image ${more} href="${href}" x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" transform="rotate(${turn} ${x} ${y})"/>`;
}

/** The largest width at which a drawing fits. */
const widthIn = (print: Print, width: number, height: number) => Math.min(width, height / print.ratio);

function emblem(print: Print, { x, y, width, height }: Area, ground: string): string {
  const radius = Math.min(width, height) / 2;
  const [cx, cy] = [x + width / 2, y + height / 2];
  const wide = widthIn(print, radius * 1.86, radius * 1.8);
  return `<circle cx="${cx}" cy="${cy}" r="${radius}" fill="${mix(ground, "#fffdf6", 0.84)}"/>${image(print, cx, cy, wide)}`;
}

function text({ x, y, width, height }: Area, scene: Scene, ground: string, detail: Detail): string {
  const ink = inkOn(ground, mix(scene.accent, "#20241f", 0.35));
  const middle = x + width / 2;
  const set = (words: string, face: "brand" | "name", from: number, box: number, most: number, largest: number) => {
    const { lines, size } = fit(words, { width, height: box }, { face, most, largest });
    const high = lines.length * size * LEADING;
    return lines
      .map((one, at) => line(one, { face, size, x: middle, y: from + (box - high) / 2 + size * (0.86 + at * LEADING), fill: ink }))
      .join("");
  };
  if (detail === "name") return set(scene.name, "name", y, height, 4, LARGEST);
  const tall = height > 240;
  const top = scene.brand === "" ? 0 : height * (tall ? 0.25 : 0.3);
  const low = tall && scene.weight !== "" ? height * 0.16 : 0;
  const gap = height * 0.03;
  return (
    (top > 0 ? set(scene.brand, "brand", y, top, tall ? 2 : 1, 62) : "") +
    set(scene.name, "name", y + top + gap, height - top - low - 2 * gap, tall ? 4 : 2, 78) +
    (low > 0 ? set(scene.weight, "name", y + height - low, low, 1, 46) : "")
  );
}

const LARGEST = 92;

/** The font size of a name alone on its pack, in thousandths of the picture's side. */
export function nameSize(scene: Scene): number {
  const { width, height } = FORMS[scene.form](scene).label;
  return fit(scene.name, { width, height }, { face: "name", most: 4, largest: LARGEST }).size;
}

/** Positions the pack and the thing beside it. */
function arrange(pack: Pack, print: Print) {
  const beside = !pack.emblem && !pack.pieces;
  const prop = beside ? { width: widthIn(print, 300, 290) } : undefined;
  const left = -pack.width / 2 - (prop ? 120 : 0);
  const right = Math.max(pack.width / 2 - (prop ? 120 : 0), prop ? 250 + prop.width / 2 : 0);
  const scale = Math.min(1.14, 800 / (right - left), 760 / pack.height);
  const ground = Math.min(876, SIDE / 2 + (pack.height * scale) / 2 + 12);
  return { prop, scale, ground, shift: SIDE / 2 - (scale * (left + right)) / 2, at: prop ? -120 : 0 };
}

/** A square around the label. */
function near({ x, y, width, height }: Area, { scale, ground, middle }: { scale: number; ground: number; middle: number }): string {
  const side = Math.max(width, height) * scale * 1.3;
  return [middle + (x + width / 2) * scale - side / 2, ground + (y + height / 2) * scale - side / 2, side, side].join(" ");
}

/** The scene as an SVG of 1000 × 1000, without its tile; `detail` is what is written on the pack. Its outline has no shadows. */
export function draw(scene: Scene, print: Print, detail: Detail, shadows = true): string {
  const pack = FORMS[scene.form](scene);
  const { prop, scale, ground, shift, at } = arrange(pack, print);
  const dark = `rgb(${shadowColour(scene.tint).join()})`;
  const half = pack.width / 2;
  const stands = pack.art !== "";
  const pieces = (pack.pieces ?? [])
    .map(({ x, y, width, turn }) => image(print, x, y, widthIn(print, width, width * 1.06), turn, shadows ? 'filter="url(#lift)"' : ""))
    .join("");
  const view = detail === "label" ? near(pack.label, { scale, ground, middle: shift + at * scale }) : `0 0 ${SIDE} ${SIDE}`;
  const written = text(pack.label, scene, scene[pack.ground], detail);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}" width="${SIDE}" height="${SIDE}"><defs>${LIGHT}
    <filter id="blur" x="-50%" y="-200%" width="200%" height="500%"><feGaussianBlur stdDeviation="20"/></filter>
    <filter id="haze" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="38"/></filter>
    <filter id="lift" x="-20%" y="-20%" width="150%" height="160%"><feDropShadow dx="0" dy="10" stdDeviation="12" flood-color="${dark}" flood-opacity=".38"/></filter></defs>
    <g transform="translate(${shift} ${ground}) scale(${scale})">
      <g transform="translate(${at} 0)">
        ${shadows && stands ? `<rect x="${-half + 24}" y="${-pack.height * 0.8}" width="${pack.width - 48}" height="${pack.height * 0.8 + 30}" rx="60" fill="${dark}" opacity=".2" filter="url(#haze)"/>` : ""}
        ${shadows ? `<ellipse cx="0" cy="2" rx="${half * 0.96}" ry="24" fill="${dark}" opacity="${stands ? 0.5 : 0.3}" filter="url(#blur)"/>` : ""}
        ${pack.art}
        ${pack.covered ? pieces : ""}${pack.over ?? ""}${pack.covered ? "" : pieces}
        ${pack.emblem ? emblem(print, pack.emblem, scene.accent) : ""}
        ${written}
      </g>
      ${prop && shadows ? `<ellipse cx="252" cy="8" rx="${prop.width * 0.42}" ry="16" fill="${dark}" opacity=".5" filter="url(#blur)"/>` : ""}
      ${prop ? image(print, 250, 8 - (prop.width * print.ratio) / 2, prop.width) : ""}
    </g></svg>`;
}
