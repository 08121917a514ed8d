import { centerCrop, makeAspectCrop, type PercentCrop } from "react-image-crop";

/** The largest stored width, in pixels. */
const MAX_SIDE = 1280;

/** The largest centered square of a picture, slightly smaller so that its edges are visible. */
export function middleOf({ naturalWidth: width, naturalHeight: height }: HTMLImageElement): PercentCrop {
  const share = (90 * Math.min(width, height)) / width;
  return centerCrop(makeAspectCrop({ unit: "%", width: share }, 1, width, height), width, height);
}

/** Cuts out the chosen square. @throws Error when the browser cannot draw it */
export async function cut(image: HTMLImageElement, crop: PercentCrop): Promise<Blob> {
  const from = (crop.width / 100) * image.naturalWidth;
  const side = Math.max(1, Math.min(MAX_SIDE, Math.round(from)));
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The browser could not draw the picture");
  context.imageSmoothingQuality = "high";
  const [left, top] = [(crop.x / 100) * image.naturalWidth, (crop.y / 100) * image.naturalHeight];
  context.drawImage(image, left, top, from, from, 0, 0, side, side);
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/webp", 0.92));
  if (!picture) throw new Error("The browser could not draw the picture");
  return picture;
}
