import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { readCategories, readSubCategories } from "../store.ts";
import { bulkRoutes } from "./bulk/routes.ts";
import { addProduct, deleteProduct, restoreProduct, updateProduct } from "./change-product.ts";
import { addShelf, deleteShelf, restoreShelf, updateShelf } from "./change-shelf.ts";
import * as contract from "./contract.ts";
import { findRoutes } from "./find/routes.ts";
import { readDeleted } from "./deleted-store.ts";
import { notFoundWords } from "./refusals.ts";

/** Catalogue administration (API-12, API-14, API-15, API-20). */
export function adminCatalogueRoutes(app: FastifyInstance, shop: Shop): void {
  categoryRoutes(app, shop);
  subCategoryRoutes(app, shop);
  productRoutes(app, shop);
  findRoutes(app, shop);
  bulkRoutes(app, shop);

  serve(app, shop, contract.listDeleted, async ({ input }) => {
    const { rows, total } = await readDeleted(shop.database.db, input, contract.DELETED_PAGE);
    return { page: input.page, totalPage: Math.ceil(total / contract.DELETED_PAGE), totalCount: total, data: rows };
  });
}

function categoryRoutes(app: FastifyInstance, shop: Shop): void {
  const read = async (id: string) =>
    one(
      (await readCategories(shop.database.db, "en")).find(({ _id }) => _id === id),
      notFoundWords("category"),
    );

  serve(app, shop, contract.addCategory, async ({ input, visitor }) => ({
    data: await read(await addShelf(shop, visitor.userId, "category", input)),
    message: t("Category added"),
  }));

  serve(app, shop, contract.updateCategory, async ({ input, visitor }) => {
    await updateShelf(shop, visitor.userId, "category", input);
    return { data: await read(input._id), message: t("Category updated") };
  });

  serve(app, shop, contract.deleteCategory, async ({ input, visitor }) => {
    await deleteShelf(shop, visitor.userId, "category", input._id);
    return { message: t("Category deleted") };
  });

  serve(app, shop, contract.restoreCategory, async ({ input, visitor }) => {
    await restoreShelf(shop, visitor.userId, "category", input._id);
    return { data: await read(input._id), message: t("Category restored") };
  });
}

function subCategoryRoutes(app: FastifyInstance, shop: Shop): void {
  const read = async (id: string) =>
    one(
      (await readSubCategories(shop.database.db, "en")).find(({ _id }) => _id === id),
      notFoundWords("subCategory"),
    );

  serve(app, shop, contract.createSubCategory, async ({ input, visitor }) => ({
    data: await read(await addShelf(shop, visitor.userId, "subCategory", input)),
    message: t("Sub category added"),
  }));

  serve(app, shop, contract.updateSubCategory, async ({ input, visitor }) => {
    await updateShelf(shop, visitor.userId, "subCategory", input);
    return { data: await read(input._id), message: t("Sub category updated") };
  });

  serve(app, shop, contract.deleteSubCategory, async ({ input, visitor }) => {
    await deleteShelf(shop, visitor.userId, "subCategory", input._id);
    return { message: t("Sub category deleted") };
  });

  serve(app, shop, contract.restoreSubCategory, async ({ input, visitor }) => {
    await restoreShelf(shop, visitor.userId, "subCategory", input._id);
    return { data: await read(input._id), message: t("Sub category restored") };
  });
}

/** Returns what was just written, unless another admin has deleted it in the meantime. */
function one<T>(found: T | undefined, message: string): T {
  if (!found) throw refuse.notFound(message);
  return found;
}

function productRoutes(app: FastifyInstance, shop: Shop): void {
  serve(app, shop, contract.createProduct, async ({ input, visitor }) => ({
    data: await addProduct(shop, visitor.userId, input),
    message: t("Product added"),
  }));

  serve(app, shop, contract.updateProduct, async ({ input, visitor }) => ({
    data: await updateProduct(shop, visitor.userId, input),
    message: t("Product updated"),
  }));

  serve(app, shop, contract.deleteProduct, async ({ input, visitor }) => {
    await deleteProduct(shop, visitor.userId, input._id);
    return { message: t("Product deleted") };
  });

  serve(app, shop, contract.restoreProduct, async ({ input, visitor }) => ({
    data: await restoreProduct(shop, visitor.userId, input._id),
    message: t("Product restored"),
  }));
}
