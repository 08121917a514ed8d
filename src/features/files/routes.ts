import type { FastifyInstance, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { refuse } from "#server/http/errors.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { uploadImage } from "./contract.ts";
import { demoPictures } from "./demo-pictures.ts";
import { receivePicture } from "./receive-picture.ts";
import { DARK_TILE, imageAddress, KEY, WIDTHS } from "./rules.ts";
import { isRecorded } from "./picture-store.ts";
import { storageOf } from "./storage.ts";
import { CATALOGUE, storePicture } from "./store-picture.ts";

const FILES = new Set(WIDTHS.map((width) => `${width}.webp`));

/**
 * Uploads of catalogue pictures (API-13), and all pictures of the shop: uploaded ones from the storage, bundled ones from their
 * folder.
 */
export function fileRoutes(app: FastifyInstance, shop: Shop): void {
  const storage = storageOf(shop.config);
  const isStored = knownKeys(shop);

  app.get<{ Params: { key: string; file: string } }>("/images/:key/:file", async (request, reply) => {
    const { key, file } = request.params;
    if (!KEY.test(key) || (!FILES.has(file) && file !== DARK_TILE)) throw refuse.notFound(t("Picture not found"));
    const stored = async () => (FILES.has(file) && (await isStored(key, request)) ? storage.read(key, file) : undefined);
    const picture = (await demoPictures.read(key, file)) ?? (await stored());
    if (!picture) throw refuse.notFound(t("Picture not found"));
    return reply.headers(IMMUTABLE).send(picture);
  });

  serve(app, shop, uploadImage, async ({ input, visitor: { userId }, http }) => {
    const sender = { userId, ip: http?.request.ip ?? "", isStaff: true };
    const key = await storePicture(shop, await receivePicture(input, sender, CATALOGUE, "contain"));
    return { data: { url: imageAddress(key) }, message: t("Image uploaded") };
  });
}

/** How many keys are remembered in each process. */
const REMEMBERED = 20_000;

/** A bucket charges for each request, so it is only asked for pictures that were uploaded. Looking that up is uncached anonymous work. */
function knownKeys({ config, database, shedding }: Shop): (key: string, request: FastifyRequest) => Promise<boolean> {
  const known = new LRUCache<string, true>({ max: REMEMBERED });
  return async (key, request) => {
    if (!config.s3 || known.has(key)) return true;
    const isKnown = await shedding.queueUncached(request, () => isRecorded(database.db, key));
    if (isKnown) known.set(key, true);
    return isKnown;
  };
}

/** The picture at a given path never changes. */
const IMMUTABLE = { "content-type": "image/webp", "cache-control": "public, max-age=31536000, immutable" };
