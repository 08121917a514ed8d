import type { FastifyInstance } from "fastify";
import { refuse } from "#server/errors.ts";
import type { Shop } from "#server/shop.ts";
import { DEMO_PICTURES } from "./demo-pictures.ts";
import { DiskStorage } from "./disk-storage.ts";
import { KEY, WIDTHS } from "./rules.ts";
import { storageOf } from "./storage.ts";

const FILES = new Set(WIDTHS.map((width) => `${width}.webp`));

/** Serves the shop's pictures: uploaded ones from the storage, those of the demo catalogue from where they are. */
export function fileRoutes(app: FastifyInstance, shop: Shop): void {
  const storages = [storageOf(shop.config), new DiskStorage(DEMO_PICTURES)];

  app.get<{ Params: { key: string; file: string } }>("/images/:key/:file", async ({ params: { key, file } }, reply) => {
    if (!KEY.test(key) || !FILES.has(file)) throw refuse.notFound("Picture");
    for (const storage of storages) {
      const picture = await storage.read(key, file);
      if (picture) return reply.headers(IMMUTABLE).send(picture);
    }
    throw refuse.notFound("Picture");
  });
}

/** A picture never changes under its address. */
const IMMUTABLE = { "content-type": "image/webp", "cache-control": "public, max-age=31536000, immutable" };
