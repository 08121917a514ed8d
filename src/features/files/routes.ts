import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { refuse } from "#server/errors.ts";
import type { Shop } from "#server/shop.ts";
import { DEMO_PICTURES } from "./demo-pictures.ts";
import { KEY, WIDTHS } from "./rules.ts";

const FILES = new Set(WIDTHS.map((width) => `${width}.webp`));

/** Serves the shop's pictures: uploaded ones from `DATA_DIR/images`, those of the demo catalogue from where they are. */
export function fileRoutes(app: FastifyInstance, shop: Shop): void {
  const folders = [join(shop.config.dataDir, "images"), DEMO_PICTURES];

  app.get<{ Params: { key: string; file: string } }>("/images/:key/:file", async ({ params: { key, file } }, reply) => {
    if (!KEY.test(key) || !FILES.has(file)) throw refuse.notFound("Picture");
    for (const folder of folders) {
      const picture = await readIfThere(join(folder, key, file));
      if (picture) return reply.headers(IMMUTABLE).send(picture);
    }
    throw refuse.notFound("Picture");
  });
}

/** A picture never changes under its address. */
const IMMUTABLE = { "content-type": "image/webp", "cache-control": "public, max-age=31536000, immutable" };

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
