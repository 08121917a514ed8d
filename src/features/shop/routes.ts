import type { FastifyInstance } from "fastify";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { shopFace } from "./contract.ts";

export function shopRoutes(app: FastifyInstance, shop: Shop): void {
  const { shop: face, publicUrl, sandbox } = shop.config;
  const data = { ...face, logo: face.logo ?? "", publicUrl, sandbox };
  // Settings do not change while the shop runs, so this response is never invalidated.
  serve(app, shop, shopFace, async () => ({ data }), { tags: () => ["settings"] });
}
