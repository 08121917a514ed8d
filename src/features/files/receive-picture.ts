import { createHash } from "node:crypto";
import sharp, { type Metadata, type Sharp } from "sharp";
import type { SentFile } from "#shared/endpoint.ts";
import { refuse } from "#server/errors.ts";
import { formatOf, MAX_BYTES, MAX_PIXELS, WIDTHS } from "./rules.ts";
import type { StoredPicture } from "./storage.ts";
import { letIn, oneByOne } from "./turnstile.ts";

// The rest of the shop goes on meanwhile; nothing of a picture stays in memory.
sharp.concurrency(1);
sharp.cache(false);

const DECODING = { failOn: "error", limitInputPixels: MAX_PIXELS, pages: 1 } as const;
const WITHIN_SECONDS = 30;
const QUALITY = 82;

/** How a picture that is no square becomes one: its middle, or all of it with empty space around. */
type Fit = "cover" | "contain";

/**
 * Receives a picture: reads it, decodes it and writes it anew, so that nothing stays but what one sees: no metadata, no
 * second meaning. The caller keeps what it gets in a {@link Storage}.
 * @param purpose the beginning of its key: pictures of different purposes are never the same one
 * @throws Refusal 400 when it is no picture that can be decoded, or has too many pixels; 413 when it has too many bytes;
 * 429 and 503 when there is no room for it now
 */
export function receivePicture(file: SentFile, owner: string, purpose: string, fit: Fit = "cover"): Promise<StoredPicture> {
  return letIn(owner, async () => {
    const bytes = await file.read(MAX_BYTES);
    return oneByOne(async () => {
      await look(bytes, file.field);
      try {
        return await remake(bytes, purpose, fit);
      } catch {
        throw refuse.badInput(`${file.field} is damaged: the picture cannot be decoded`);
      }
    });
  });
}

/** Looks at the first bytes and the head alone, so that a bomb costs nothing. */
async function look(bytes: Uint8Array, field: string): Promise<void> {
  const format = formatOf(bytes);
  if (!format) throw refuse.badInput(`${field} is no picture the shop takes: send a JPEG, PNG, WebP, AVIF or GIF`);
  let head: Metadata;
  try {
    head = await sharp(bytes, { ...DECODING, limitInputPixels: false }).metadata();
  } catch {
    throw refuse.badInput(`${field} is damaged: it begins as a picture, but is none`);
  }
  if (head.width * head.height > MAX_PIXELS) throw refuse.badInput(`${field} has more than ${MAX_PIXELS / 1_000_000} megapixels`);
}

async function remake(bytes: Uint8Array, purpose: string, fit: Fit): Promise<StoredPicture> {
  const largest = WIDTHS[WIDTHS.length - 1]!;
  const whole = sharp(bytes, DECODING).autoOrient();
  // Never larger than it was sent.
  const { autoOrient } = await sharp(bytes, DECODING).metadata();
  const side = Math.min(largest, (fit === "cover" ? Math.min : Math.max)(autoOrient.width, autoOrient.height));
  const { data, info } = await squared(whole, side, fit)
    .toColourspace("srgb")
    .raw()
    .timeout({ seconds: WITHIN_SECONDS })
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };

  const files = new Map<number, Buffer>();
  for (const width of WIDTHS)
    files.set(
      width,
      await squared(sharp(data, { raw }), Math.min(width, side), "cover").webp({ quality: QUALITY, smartSubsample: true }).toBuffer(),
    );
  return { key: `${purpose}-${digest(files.values())}`, files };
}

const squared = (picture: Sharp, side: number, fit: Fit) => picture.resize(side, side, { fit, background: "#0000" });

function digest(parts: Iterable<Buffer>): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex").slice(0, 40);
}
