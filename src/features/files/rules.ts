/** The widths every picture is stored in, in pixels; all are square. */
export const WIDTHS = [160, 320, 640, 1280] as const;

/** A picture's key. */
export const KEY = /^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/;

const OWN = new RegExp(`^/images/([a-z0-9-]+)/(?:${WIDTHS.join("|")})\\.webp$`);

/** The path of a picture, as stored in `image` fields. */
export function imageAddress(key: string, width: (typeof WIDTHS)[number] = 640): string {
  return `/images/${key}/${width}.webp`;
}

/** The key of a picture by its path; undefined for other URLs. */
export function keyOfAddress(address: string): string | undefined {
  const key = OWN.exec(address)?.[1];
  return key && KEY.test(key) ? key : undefined;
}

/** Whether an `image` value is valid: a path of the shop's own or an https URL. */
export function isImageAddress(address: string): boolean {
  if (keyOfAddress(address) !== undefined) return true;
  return address.length <= 2000 && /^https:\/\/[^\s"'<>\\]+$/i.test(address) && URL.canParse(address);
}

/** A bundled picture's file with the tile of the dark theme, which has a hole where the product is. */
export const DARK_TILE = "dark.webp";

/** The keys of the bundled pictures of products, see `keyOf` in `demo-pictures.ts`. */
const BUNDLED = /^[a-z]{2}-\d{3}-|-(?:group|close)-[a-z]+$/;

interface PictureAttributes {
  src: string;
  srcSet?: string;
  /** For bundled pictures: the tile that the dark theme lays over the light one. */
  style?: Record<string, string> | undefined;
}

/** Attributes for an `<img>`: the shop's own pictures come in several widths, others as they are. */
export function pictureOf(address: string): PictureAttributes {
  const key = keyOfAddress(address);
  if (!key) return { src: address };
  const srcSet = WIDTHS.map((width) => `/images/${key}/${width}.webp ${width}w`).join(", ");
  return { src: address, srcSet, style: BUNDLED.test(key) ? { "--dark-tile": `url(/images/${key}/${DARK_TILE})` } : undefined };
}

/** Largest picture that can be uploaded, in bytes. */
export const MAX_BYTES = 10 * 1024 * 1024;
/** Largest picture in pixels. */
export const MAX_PIXELS = 50_000_000;
/** Largest AVIF or 16-bit PNG in pixels, because these take several times as long to decode. */
export const MAX_PIXELS_SLOW = 16_000_000;

export type PictureFormat = "jpeg" | "png" | "webp" | "gif" | "avif";

/** The format by the first bytes; the file's name and declared type say nothing. Undefined: not supported. */
export function formatOf(bytes: Uint8Array): PictureFormat | undefined {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (text(0, 3) === "\u00ff\u00d8\u00ff") return "jpeg";
  if (text(0, 8) === "\u0089PNG\r\n\u001a\n") return "png";
  if (/^GIF8[79]a$/.test(text(0, 6))) return "gif";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "webp";
  // The brands of an ISO media file: major and compatible ones.
  if (text(4, 8) === "ftyp" && /^(?:.{4})*?avi[fs]/s.test(text(8, 12) + text(16, 48))) return "avif";
  return undefined;
}
