/** The widths every picture of the shop is kept in, in pixels; all are square. */
export const WIDTHS = [160, 320, 640, 1280] as const;

/** The name a picture is kept under. */
export const KEY = /^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/;

const OWN = /^\/images\/([a-z0-9-]+)\/\d+\.webp$/;

/** The address of a picture of the shop, as `image` fields hold it. */
export function imageAddress(key: string, width: (typeof WIDTHS)[number] = 640): string {
  return `/images/${key}/${width}.webp`;
}

/** Whether an `image` value may be kept: one of the shop's own addresses or an https one. */
export function isImageAddress(address: string): boolean {
  const own = OWN.exec(address);
  if (own) return KEY.test(own[1]!);
  return address.length <= 2000 && /^https:\/\/[^\s"'<>\\]+$/i.test(address) && URL.canParse(address);
}

/** What an `<img>` needs: the shop's own pictures come in several widths, others as they are. */
export function pictureOf(address: string): { src: string; srcSet?: string } {
  const key = OWN.exec(address)?.[1];
  if (!key) return { src: address };
  return { src: address, srcSet: WIDTHS.map((width) => `/images/${key}/${width}.webp ${width}w`).join(", ") };
}
