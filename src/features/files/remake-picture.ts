import { createHash } from "node:crypto";
import sharp, { type Sharp } from "sharp";
import { MAX_PIXELS, MAX_PIXELS_SLOW, WIDTHS } from "./rules.ts";
import type { StoredPicture } from "./storage.ts";

// Pictures are decoded one at a time, on one core.
sharp.concurrency(1);

const DECODING = { failOn: "error", limitInputPixels: MAX_PIXELS, pages: 1 } as const;
const WEBP = { quality: 82, smartSubsample: true } as const;

/** How a picture becomes square: cropped to its center, or padded. */
export type Fit = "cover" | "contain";

/** A re-encoded picture, or why it was refused. */
export type Remade =
  | { ok: true; picture: StoredPicture }
  | { ok: false; reason: "headless" | "huge" | "hugeForFormat" | "slow" | "damaged" };

/** Decodes a picture and re-encodes it upright, in all widths up to its own. */
export async function remakePicture(bytes: Uint8Array, purpose: string, fit: Fit): Promise<Remade> {
  // Reads only the header, so that a decompression bomb costs nothing.
  const head = await sharp(bytes, { ...DECODING, limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!head) return { ok: false, reason: "headless" };
  const pixels = head.width * head.height;
  if (pixels > MAX_PIXELS) return { ok: false, reason: "huge" };
  const isSlow = head.format === "heif" || head.depth === "ushort";
  if (isSlow && pixels > MAX_PIXELS_SLOW) return { ok: false, reason: "hugeForFormat" };
  try {
    const { width, height } = head.autoOrient;
    return { ok: true, picture: await write(sharp(bytes, DECODING).autoOrient(), purpose, fit, width, height) };
  } catch {
    return { ok: false, reason: "damaged" };
  }
}

async function write(whole: Sharp, purpose: string, fit: Fit, width: number, height: number): Promise<StoredPicture> {
  const side = Math.min(Math.max(...WIDTHS), (fit === "cover" ? Math.min : Math.max)(width, height));
  // Decoded once; all widths are made from the result.
  const { data, info } = await squared(whole, side, fit).toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const files = new Map<number, Buffer>();
  for (const wide of WIDTHS) files.set(wide, await squared(sharp(data, { raw }), Math.min(wide, side), fit).webp(WEBP).toBuffer());
  return { key: `${purpose}-${digest(files.values())}`, files };
}

const squared = (picture: Sharp, side: number, fit: Fit) => picture.resize(side, side, { fit, background: "#0000" });

function digest(parts: Iterable<Buffer>): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex").slice(0, 40);
}
