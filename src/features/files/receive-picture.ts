import type { SentFile } from "#shared/endpoint.ts";
import { calledInSpanish } from "#server/http/check-messages.ts";
import { refuse } from "#server/http/errors.ts";
import { t } from "#words/t.ts";
import { remakeApart } from "./remake-apart.ts";
import type { Fit } from "./remake-picture.ts";
import { formatOf, MAX_BYTES, MAX_PIXELS, MAX_PIXELS_SLOW } from "./rules.ts";
import type { StoredPicture } from "./storage.ts";
import { inSequence, limitConcurrency, type Sender } from "./concurrency-limit.ts";

const WHY = {
  headless: (field: string) => t("{field} is a damaged picture", { field }),
  huge: (field: string) => t("{field} has more than {most} megapixels", { field, most: MAX_PIXELS / 1_000_000 }),
  hugeForFormat: (field: string) =>
    t("{field} has more than {most} megapixels, too many for an AVIF or a 16-bit PNG", { field, most: MAX_PIXELS_SLOW / 1_000_000 }),
  slow: (field: string) => t("{field} takes too long to decode: send a smaller picture", { field }),
  damaged: (field: string) => t("{field} is damaged: the picture cannot be decoded", { field }),
} as const;

/**
 * Receives a picture: decodes and re-encodes it, so that only the pixels remain: no metadata, no embedded content. The caller puts the
 * result into a {@link Storage}. Stops when the call is refused for its time; otherwise the call is done from then on.
 * @param purpose the beginning of its key: pictures of different purposes never share one
 * @throws Refusal 400 when it cannot be decoded in time, or has too many pixels; 413 when it has too many bytes; 429 and 503 while there
 * are too many
 */
export function receivePicture(file: SentFile, sender: Sender, purpose: string, fit: Fit = "cover"): Promise<StoredPicture> {
  return limitConcurrency(sender, async () => {
    const { field, refused } = file;
    const picture = await remakeBytes(await file.read(MAX_BYTES), { field, purpose, fit, refused }, sender);
    file.commit();
    return picture;
  });
}

/** Longest wait of the shop's own jobs until uploads have been decoded, in ms. */
const JOB_WAIT_MS = 60_000;

/**
 * Receives a picture that the shop fetched itself, like {@link receivePicture}. People's uploads go first.
 * @param bytes at most {@link MAX_BYTES}
 * @throws Refusal 400 when it cannot be decoded, 503 while there are too many
 */
export function receiveFetched(bytes: Uint8Array, field: string, purpose: string, fit: Fit): Promise<StoredPicture> {
  return remakeBytes(bytes, { field, purpose, fit }, { isStaff: false }, JOB_WAIT_MS);
}

interface How {
  field: string;
  purpose: string;
  fit: Fit;
  refused?: AbortSignal | undefined;
}

async function remakeBytes(
  bytes: Uint8Array,
  { field, purpose, fit, refused }: How,
  sender: Pick<Sender, "isStaff">,
  waitMs?: number,
): Promise<StoredPicture> {
  const named = calledInSpanish(field) ?? field;
  if (!formatOf(bytes))
    throw refuse.badInput(t("{field} is not a picture the shop accepts: send a JPEG, PNG, WebP, AVIF or GIF", { field: named }));
  const remade = await inSequence(sender, () => remakeApart({ bytes, purpose, fit }, { signal: refused }), waitMs);
  if (!remade.ok) throw refuse.badInput(WHY[remade.reason](named));
  return remade.picture;
}
