import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { uploadImage } from "./contract.ts";
import { demoPictures } from "./demo-pictures.ts";
import { receivePicture } from "./receive-picture.ts";
import { imageAddress, KEY, WIDTHS } from "./rules.ts";
import { storageOf } from "./storage.ts";
import { CATALOGUE, storePicture } from "./store-picture.ts";

const FILES = new Set(WIDTHS.map((width) => `${width}.webp`));

/**
 * Uploads of catalogue pictures (API-13), and all pictures of the shop: uploaded ones from the storage, bundled ones from their
 * folder.
 */
export function fileRoutes(app: FastifyInstance, shop: Shop): void {
  const storages = [storageOf(shop.config), demoPictures];

  app.get<{ Params: { key: string; file: string } }>("/images/:key/:file", async ({ params: { key, file } }, reply) => {
    if (!KEY.test(key) || !FILES.has(file)) throw refuse.notFound("Picture");
    for (const storage of storages) {
      const picture = await storage.read(key, file);
      if (picture) return reply.headers(IMMUTABLE).send(picture);
    }
    throw refuse.notFound("Picture");
  });

  serve(app, shop, uploadImage, async ({ input, visitor: { userId }, http }) => {
    const sender = { userId, ip: http?.request.ip ?? "", isAdmin: true };
    const key = await storePicture(shop, await receivePicture(input, sender, CATALOGUE, "contain"));
    return { data: { url: imageAddress(key) }, message: "Image uploaded" };
  });
}

/** The picture at a given path never changes. */
const IMMUTABLE = { "content-type": "image/webp", "cache-control": "public, max-age=31536000, immutable" };
