import type { SentFile } from "#shared/endpoint.ts";
import { refuse } from "#server/http/errors.ts";
import { remakeApart } from "./remake-apart.ts";
import type { Fit } from "./remake-picture.ts";
import { formatOf, MAX_BYTES, MAX_PIXELS } from "./rules.ts";
import type { StoredPicture } from "./storage.ts";
import { letIn, oneByOne, type Sender } from "./concurrency-limit.ts";

const WHY = {
  headless: "is damaged: it begins as a picture, but is none",
  huge: `has more than ${MAX_PIXELS / 1_000_000} megapixels`,
  damaged: "is damaged: the picture cannot be decoded",
} as const;

/**
 * Receives a picture: reads it, decodes it and writes it anew, so that nothing stays but what one sees: no metadata, no
 * second meaning. The caller keeps what it gets in a {@link Storage}.
 * @param purpose the beginning of its key: pictures of different purposes are never the same one
 * @throws Refusal 400 when it is no picture that can be decoded, or has too many pixels; 413 when it has too many bytes;
 * 429 and 503 when there is no room for it now
 */
export function receivePicture(file: SentFile, sender: Sender, purpose: string, fit: Fit = "cover"): Promise<StoredPicture> {
  const { field } = file;
  return letIn(sender, async () => {
    const bytes = await file.read(MAX_BYTES);
    if (!formatOf(bytes)) throw refuse.badInput(`${field} is no picture the shop takes: send a JPEG, PNG, WebP, AVIF or GIF`);
    const remade = await oneByOne(() => remakeApart({ bytes, purpose, fit }));
    if (!remade.ok) throw refuse.badInput(`${field} ${WHY[remade.reason]}`);
    return remade.picture;
  });
}
