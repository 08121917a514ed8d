import type { FastifyInstance } from "fastify";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { seesCosts } from "#shared/roles.ts";
import { findProducts, productToEdit } from "./contract.ts";
import { adminProductReply } from "../admin-product-reply.ts";
import { findIds, readAdminProduct, readAdminProducts } from "./read-found.ts";

/** Products as the back office lists them. These responses are never cached. */
export function findRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;

  serve(app, shop, findProducts, async ({ input: { page, limit, ...filter }, visitor: { role } }) => {
    const { ids, total, isCut } = await findIds(shop, db, { ...filter, seesCosts: seesCosts(role) }, { page, limit });
    const products = await readAdminProducts(db, ids, (await shop.identity()).timeZone);
    return {
      totalNoPage: Math.ceil(total / limit),
      totalCount: total,
      isCut,
      data: products.map((product) => adminProductReply(product, role)),
    };
  });

  serve(app, shop, productToEdit, async ({ input, visitor: { role } }) => ({
    data: adminProductReply(await readAdminProduct(db, input.productId, (await shop.identity()).timeZone), role),
  }));
}
