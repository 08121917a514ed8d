import type { FastifyInstance } from "fastify";
import type { Db } from "#server/db/connect.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { readCategories, readSubCategories } from "../../shelf-store.ts";
import { addShelf, deleteShelf, restoreShelf, updateShelf } from "./change-shelf.ts";
import * as contract from "./contract.ts";

export function shelfRoutes(app: FastifyInstance, shop: Shop): void {
  categoryRoutes(app, shop);
  subCategoryRoutes(app, shop);
}

const readCategory = async (db: Db, id: string) => (await readCategories(db, "en")).find(({ _id }) => _id === id)!; // just written
const readSubCategory = async (db: Db, id: string) => (await readSubCategories(db, "en")).find(({ _id }) => _id === id)!; // just written

function categoryRoutes(app: FastifyInstance, shop: Shop): void {
  serve(app, shop, contract.addCategory, async ({ input, visitor }) => ({
    data: await addShelf(shop, visitor.userId, "category", input, readCategory),
    message: t("Category added"),
  }));

  serve(app, shop, contract.updateCategory, async ({ input, visitor }) => {
    const data = await updateShelf(shop, visitor.userId, "category", input, readCategory);
    return { data, message: t("Category updated") };
  });

  serve(app, shop, contract.deleteCategory, async ({ input, visitor }) => {
    await deleteShelf(shop, visitor.userId, "category", input._id);
    return { message: t("Category deleted") };
  });

  serve(app, shop, contract.restoreCategory, async ({ input, visitor }) => {
    const data = await restoreShelf(shop, visitor.userId, "category", input._id, readCategory);
    return { data, message: t("Category restored") };
  });
}

function subCategoryRoutes(app: FastifyInstance, shop: Shop): void {
  serve(app, shop, contract.createSubCategory, async ({ input, visitor }) => ({
    data: await addShelf(shop, visitor.userId, "subCategory", input, readSubCategory),
    message: t("Sub category added"),
  }));

  serve(app, shop, contract.updateSubCategory, async ({ input, visitor }) => {
    const data = await updateShelf(shop, visitor.userId, "subCategory", input, readSubCategory);
    return { data, message: t("Sub category updated") };
  });

  serve(app, shop, contract.deleteSubCategory, async ({ input, visitor }) => {
    await deleteShelf(shop, visitor.userId, "subCategory", input._id);
    return { message: t("Sub category deleted") };
  });

  serve(app, shop, contract.restoreSubCategory, async ({ input, visitor }) => {
    const data = await restoreShelf(shop, visitor.userId, "subCategory", input._id, readSubCategory);
    return { data, message: t("Sub category restored") };
  });
}
