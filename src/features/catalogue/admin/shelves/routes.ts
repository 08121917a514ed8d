import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { readCategories, readSubCategories } from "../../shelf-store.ts";
import { notFoundWords } from "../refusals.ts";
import { addShelf, deleteShelf, restoreShelf, updateShelf } from "./change-shelf.ts";
import * as contract from "./contract.ts";

export function shelfRoutes(app: FastifyInstance, shop: Shop): void {
  categoryRoutes(app, shop);
  subCategoryRoutes(app, shop);
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
