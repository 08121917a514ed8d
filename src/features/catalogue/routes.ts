import type { FastifyInstance } from "fastify";
import { refuse } from "#server/errors.ts";
import { serve } from "#server/serve.ts";
import type { Shop } from "#server/shop.ts";
import * as contract from "./contract.ts";
import * as store from "./store.ts";
import { tagsOf, tagsOfProducts } from "./tags.ts";

/** `get-product-by-category` gives at most this many. */
const CATEGORY_PRODUCTS = 20;
/** Products in a row of the home page. */
const HOME_PRODUCTS = 12;

/** Reading the catalogue. */
export function catalogueRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;

  serve(app, shop, contract.listCategories, async () => ({ data: await store.readCategories(db) }), {
    tags: () => [tagsOf.shelves],
  });

  serve(app, shop, contract.listSubCategories, async () => ({ data: await store.readSubCategories(db) }), {
    tags: () => [tagsOf.shelves],
  });

  serve(
    app,
    shop,
    contract.productsOfCategory,
    async ({ input }) => ({ data: await store.readCategoryProducts(db, input.id, CATEGORY_PRODUCTS) }),
    { tags: ({ data }, { id }) => [tagsOf.shelves, tagsOf.category(id), ...tagsOfProducts(data)] },
  );

  serve(
    app,
    shop,
    contract.listing,
    async ({ input }) => {
      const { rows, total } = await store.readListing(db, input);
      return { page: input.page, totalPage: Math.ceil(total / input.limit), totalCount: total, data: rows };
    },
    { tags: ({ data }, { categoryId }) => [tagsOf.shelves, tagsOf.category(categoryId), ...tagsOfProducts(data)] },
  );

  serve(
    app,
    shop,
    contract.productDetails,
    async ({ input }) => {
      const product = await store.readProduct(db, input.productId);
      if (!product) throw refuse.notFound("Product");
      return { data: product };
    },
    { tags: ({ data }) => [tagsOf.shelves, ...tagsOfProducts([data])] },
  );

  serve(app, shop, contract.manyProducts, async ({ input }) => ({ data: await store.readProducts(db, input.ids) }));

  serve(
    app,
    shop,
    contract.home,
    async () => {
      const rows = await store.readHomeRows(db, HOME_PRODUCTS);
      const products = new Map(
        (
          await store.readProducts(
            db,
            rows.flatMap((row) => row.productIds),
          )
        ).map((p) => [p._id, p]),
      );
      const shelves = new Map((await store.readSubCategories(db)).map((shelf) => [shelf._id, shelf]));
      const data = (await store.readCategories(db)).flatMap((category) => {
        const row = rows.find(({ categoryId }) => categoryId === category._id);
        const shelf = row && shelves.get(row.subCategoryId);
        if (!row || !shelf) return [];
        const { _id, name, image } = shelf;
        return [{ category, subCategory: { _id, name, image }, products: row.productIds.flatMap((id) => products.get(id) ?? []) }];
      });
      return { data };
    },
    {
      tags: ({ data }) => [tagsOf.shelves, ...data.flatMap((row) => [tagsOf.category(row.category._id), ...tagsOfProducts(row.products)])],
    },
  );
}
