/**
 * Makes the banner's pictures (`src/web/pictures/*.webp`, transparent, 480 px and, as `*-240.webp`, half of that) and the app icons (`public/*.png`) from
 * `icons/`. `public/favicon.svg` is a simplified seedling, drawn by hand for the size of a browser tab. Run it with
 * `node demo/make-brand.ts`.
 */
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { cutTo, drawIcon, lay, shadowOf } from "./studio.ts";

const banner = ["broccoli", "avocado", "cheese-wedge", "bread", "tomato", "egg", "basket", "croissant"];
const paper = "#fbf8f2";

/** File name, side in pixels, and the seedling's share of it. A maskable icon may be cropped to a circle of 80%. */
const marks = [
  ["icon-192", 192, 0.54],
  ["icon-512", 512, 0.54],
  ["apple-touch-icon", 180, 0.66],
] as const;

const fileIn = (folder: string, name: string) => {
  mkdirSync(new URL(folder, import.meta.url), { recursive: true });
  return fileURLToPath(new URL(`${folder}${name}`, import.meta.url));
};

async function makeHero(icon: string) {
  const size = 480;
  const drawing = await drawIcon(icon);
  const width = (0.8 * drawing.width) / Math.max(drawing.width, drawing.height);
  const thing = await lay(drawing, { x: 0.5, y: 0.46, width, turn: 0 }, size);
  const shadow = await shadowOf(thing, { colour: [11, 31, 20], blur: 44, drop: 60, strength: 0.4 }, size);
  const raw = { width: size, height: size, channels: 4 } as const;
  const pixels = await sharp({ create: { ...raw, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite(await Promise.all([cutTo(shadow, size), cutTo(thing, size)]))
    .raw()
    .toBuffer();
  for (const [width, name] of [
    [size, icon],
    [size / 2, `${icon}-240`],
  ] as const) {
    const look = { quality: 80, alphaQuality: 75, effort: 6 };
    await sharp(pixels, { raw })
      .resize(width)
      .webp(look)
      .toFile(fileIn("../src/web/pictures/", `${name}.webp`)); // oxlint-disable-line no-await-in-loop
  }
}

async function makeMark([name, size, width]: (typeof marks)[number]) {
  const seedling = await lay(await drawIcon("seedling"), { x: 0.5, y: 0.5, width, turn: 0 }, size);
  await sharp({ create: { width: size, height: size, channels: 3, background: paper } })
    .composite([await cutTo(seedling, size)])
    .png({ palette: true, effort: 10 })
    .toFile(fileIn("../public/", `${name}.png`));
}

for (const icon of banner) await makeHero(icon);
for (const mark of marks) await makeMark(mark);
