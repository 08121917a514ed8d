import type { FastifyInstance } from "fastify";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { translatedReply } from "./admin-product-reply.ts";
import { bulkRoutes } from "./bulk/routes.ts";
import { addProduct, deleteProduct, restoreProduct, updateProduct } from "./change-product.ts";
import { shelfRoutes } from "./shelves/routes.ts";
import * as contract from "./contract.ts";
import { findRoutes } from "./find/routes.ts";
import { readDeleted } from "./deleted-store.ts";

/** Catalogue administration (API-12, API-14, API-15, API-20). */
export function adminCatalogueRoutes(app: FastifyInstance, shop: Shop): void {
  shelfRoutes(app, shop);
  productRoutes(app, shop);
  findRoutes(app, shop);
  bulkRoutes(app, shop);

  serve(app, shop, contract.listDeleted, async ({ input }) => {
    const { rows, total } = await readDeleted(shop.database.db, input, contract.DELETED_PAGE);
    return { page: input.page, totalPage: Math.ceil(total / contract.DELETED_PAGE), totalCount: total, data: rows };
  });
}

function productRoutes(app: FastifyInstance, shop: Shop): void {
  serve(app, shop, contract.createProduct, async ({ input, visitor }) => ({
    data: translatedReply(await addProduct(shop, visitor, input)),
    message: t("Product added"),
  }));

  serve(app, shop, contract.updateProduct, async ({ input, visitor }) => ({
    data: translatedReply(await updateProduct(shop, visitor, input)),
    message: t("Product updated"),
  }));

  serve(app, shop, contract.deleteProduct, async ({ input, visitor }) => {
    await deleteProduct(shop, visitor.userId, input._id);
    return { message: t("Product deleted") };
  });

  serve(app, shop, contract.restoreProduct, async ({ input, visitor }) => ({
    data: translatedReply(await restoreProduct(shop, visitor.userId, input._id)),
    message: t("Product restored"),
  }));
}
