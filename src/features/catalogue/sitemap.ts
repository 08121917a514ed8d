import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { cacheable } from "#server/cache/response-cache.ts";
import { replyCached } from "#server/cache/send-cached.ts";
import type { Shop } from "#server/shop.ts";
import { paths } from "#web/paths.ts";
import { pathIn } from "#words/language.ts";
import { t } from "#words/t.ts";
import { LISTING_PAGE } from "./contract.ts";
import * as store from "./sitemap-store.ts";
import { readCategories, readSubCategories } from "./store.ts";
import { tagsOf } from "./tags.ts";

/** URLs per sitemap part. */
export const PART = 10_000;

/** Most URLs of one sitemap, as the protocol has it. Products beyond are in the parts anyway. */
const MOST_URLS = 50_000;

/** Pages that every shop has. */
const STATIC_PAGES = [paths.home, paths.about, paths.shipping, paths.returns, paths.contact, paths.privacy, paths.terms];

/** Pages that should not be indexed: personal ones, and those with user input in their URL. */
const OWN_PAGES = [
  ...[paths.search(), paths.cart, paths.favorites, paths.lists, paths.checkout, paths.user, paths.dashboard, paths.login, paths.register],
  ...["/forgot-password", "/verification-otp", "/reset-password", "/verify-email", "/success", "/cancel", "/SuccessMessage"],
];

const inBoth = (pages: readonly string[]) => (["en", "es"] as const).flatMap((spoken) => pages.map((page) => pathIn(spoken, page)));

/** `/robots.txt`, and `/sitemap.xml` with its parts: the shelves, and the products in parts of 10,000. */
export function sitemapRoutes(app: FastifyInstance, shop: Shop): void {
  const { publicUrl } = shop.config;
  const { db } = shop.database;
  const absolute = (path: string) => `<loc>${inXml(publicUrl + path)}</loc>`;
  const urlset = (pages: string[]) => xml("urlset", pages.map((page) => `<url>${absolute(page)}</url>`).join("\n"));

  app.get("/robots.txt", async (_request, reply) => {
    const lines = [
      "User-agent: *",
      "Disallow: /api/",
      "Disallow: /sandbox/",
      `Disallow: ${paths.dashboard}/`,
      `Disallow: ${pathIn("es", paths.dashboard)}/`,
    ];
    // Match the exact path, with or without a query, since a category may be called "cart accessories".
    lines.push(...inBoth(OWN_PAGES).flatMap((page) => [`Disallow: ${page}$`, `Disallow: ${page}?`]));
    lines.push("", `Sitemap: ${publicUrl}/sitemap.xml`, "");
    return reply.header("cache-control", "public, max-age=3600").type("text/plain; charset=utf-8").send(lines.join("\n"));
  });

  app.get("/sitemap.xml", (request, reply) =>
    sendXml(shop, request, reply, async () => {
      const parts = Array.from({ length: Math.ceil((await store.countProducts(db)) / PART) }, (_, n) => `/sitemap-products-${n + 1}.xml`);
      return xml("sitemapindex", ["/sitemap-shelves.xml", ...parts].map((part) => `<sitemap>${absolute(part)}</sitemap>`).join("\n"));
    }),
  );

  app.get("/sitemap-shelves.xml", (request, reply) =>
    sendXml(shop, request, reply, async () => {
      const categories = new Map((await readCategories(db)).map((category) => [category._id, category]));
      const subCategories = new Map((await readSubCategories(db)).map((subCategory) => [subCategory._id, subCategory]));
      const listings = (await store.countListings(db)).flatMap(({ categoryId, subCategoryId, count }) => {
        const [category, subCategory] = [categories.get(categoryId), subCategories.get(subCategoryId)];
        return category && subCategory ? [{ path: paths.listing(category, subCategory), count }] : [];
      });
      const later = listings.flatMap(({ path, count }) =>
        Array.from({ length: Math.ceil(count / LISTING_PAGE) - 1 }, (_, n) => `${path}?page=${n + 2}`),
      );
      const book = (await shop.settings()).complaintsBook ? [paths.complaintsBook] : [];
      return urlset([...STATIC_PAGES, ...book, ...listings.map(({ path }) => path), ...later].slice(0, MOST_URLS));
    }),
  );

  app.get<{ Params: { part: string } }>("/sitemap-products-:part(^[1-9]\\d{0,5}).xml", (request, reply) =>
    sendXml(shop, request, reply, async () => {
      const products = await store.readProductNames(db, (Number(request.params.part) - 1) * PART, PART);
      if (products.length === 0) throw refuse.notFound(t("Sitemap not found"));
      return urlset(products.map(paths.product));
    }),
  );
}

/** Sends a cached sitemap, which is rebuilt when the catalogue changes. */
async function sendXml(shop: Shop, request: FastifyRequest, reply: FastifyReply, make: () => Promise<string>): Promise<FastifyReply> {
  const key = request.url.split("?", 1)[0]!;
  const bytes = await shop.shedding.respond(shop.cache, key, request, async () => ({
    response: cacheable(200, { "content-type": "application/xml; charset=utf-8", "cache-control": "no-cache" }, await make()),
    tags: [tagsOf.shelves, tagsOf.products],
  }));
  return replyCached(request, reply, bytes);
}

function xml(root: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${content}\n</${root}>\n`;
}

function inXml(address: string): string {
  return address.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("'", "&apos;");
}
