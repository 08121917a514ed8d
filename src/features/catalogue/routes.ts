import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { language } from "#words/language.ts";
import { t } from "#words/t.ts";
import * as contract from "./contract.ts";
import { isCacheable, readList } from "./narrowing/read-list.ts";
import { isCommon } from "./narrowing/rules.ts";
import { productReply } from "./product-reply.ts";
import { readHome } from "./read-home.ts";
import { hasShelves, readCategories, readSubCategories } from "./shelf-store.ts";
import { otherName } from "./spoken/spoken.ts";
import { readVariants } from "./variant-store.ts";
import * as store from "./store.ts";
import { tagsOf, tagsOfProducts } from "./tags.ts";

/** Limit of `get-product-by-category`. */
const CATEGORY_PRODUCTS = 20;

export function catalogueRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;

  serve(app, shop, contract.listCategories, async () => ({ data: await readCategories(db) }), {
    tags: () => [tagsOf.shelves],
  });

  serve(app, shop, contract.listSubCategories, async () => ({ data: await readSubCategories(db) }), {
    tags: () => [tagsOf.shelves],
  });

  serve(
    app,
    shop,
    contract.productsOfCategory,
    async ({ input }) => {
      const products = await store.readCategoryProducts(db, input.id, CATEGORY_PRODUCTS);
      if (products.length === 0 && !(await hasShelves(db, input.id)).category) throw refuse.notFound(t("Category not found"));
      return { data: products.map(productReply) };
    },
    { tags: ({ data }, { id }) => [tagsOf.shelves, tagsOf.category(id), ...tagsOfProducts(data)] },
  );

  serve(
    app,
    shop,
    contract.listing,
    async ({ input }) => {
      const { ids, total, unfilteredCount, choices } = await readList(db, input, input);
      if (total === 0) {
        const has = await hasShelves(db, input.categoryId, input.subCategoryId);
        if (!has.category || !has.subCategory) throw refuse.notFound(has.category ? t("Sub category not found") : t("Category not found"));
      }
      const data = (await store.readProducts(db, ids)).map(productReply);
      return {
        page: input.page,
        totalPage: Math.ceil(total / input.limit),
        totalCount: total,
        data,
        ...(unfilteredCount && { unfilteredCount }),
        ...(choices && { choices }),
      };
    },
    {
      cacheBy: (input) => (isCommon(input, input.page) ? input : null),
      tags: (reply, input) =>
        isCacheable(reply, input) ? [tagsOf.shelves, tagsOf.category(input.categoryId), ...tagsOfProducts(reply.data)] : null,
    },
  );

  serve(
    app,
    shop,
    contract.productDetails,
    async ({ input }) => {
      const [[product], sizes] = await Promise.all([store.readProducts(db, [input.productId]), readVariants(db, input.productId)]);
      if (!product) throw refuse.notFound(t("Product not found"));
      const data = { ...productReply(product), ...otherName(product.names, language()) };
      return { data, ...(sizes.length > 0 && { sizes }) };
    },
    { tags: ({ data, sizes = [] }) => [tagsOf.shelves, ...tagsOfProducts([data]), ...sizes.map(({ _id }) => tagsOf.product(_id))] },
  );

  serve(
    app,
    shop,
    contract.manyProducts,
    async ({ input }) => ({ data: (await store.readProducts(db, input.ids, { withHidden: input.unsold === true })).map(productReply) }),
    { queued: true },
  );

  serve(
    app,
    shop,
    contract.home,
    async ({ input: { page } }) => {
      const { rows, offers, totalPage } = await readHome(db, page, (await shop.settings()).shelfOrder);
      const data = rows.map((row) => ({ ...row, products: row.products.map(productReply) }));
      return { data, offers: offers.map(productReply), page, totalPage };
    },
    {
      tags: ({ data, offers }) => [
        tagsOf.shelves,
        ...data.flatMap((row) => [tagsOf.category(row.category._id), ...tagsOfProducts(row.products)]),
        ...tagsOfProducts(offers),
      ],
    },
  );
}
