import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { respondCached } from "#server/cache/respond-cached.ts";
import { cacheable } from "#server/cache/response-cache.ts";
import { replyCached } from "#server/cache/send-cached.ts";
import type { Shop } from "#server/shop.ts";
import { paths } from "#web/paths.ts";
import { pathIn, type Language } from "#words/language.ts";
import { t } from "#words/t.ts";
import { LISTING_PAGE } from "./contract.ts";
import * as store from "./sitemap-store.ts";
import type { OtherName } from "./spoken/spoken.ts";
import { readCategories, readSubCategories } from "./shelf-store.ts";
import { tagsOf } from "./tags.ts";

/** Products per sitemap part. In both languages that is some 1 MB. */
export const PART = 1000;

/** Most shelf pages in the sitemap. In both languages they are as many addresses as the protocol allows. */
const MOST_PAGES = 25_000;
/** Later pages of listings are left out beyond this many. Their products are in the parts anyway. */
const ENOUGH_PAGES = 5000;

/** Pages that every shop has. */
const STATIC_PAGES = [paths.home, paths.about, paths.shipping, paths.returns, paths.contact, paths.privacy, paths.terms];

/** The paths of one page in both languages. */
type Page = Record<Language, string>;

/** Pages that should not be indexed: personal ones, and those with user input in their URL. */
const OWN_PAGES = [
  ...[paths.search(), paths.cart, paths.favorites, paths.lists, paths.checkout, paths.user, paths.dashboard, paths.login, paths.register],
  ...[paths.forgotPassword, paths.verificationOtp, paths.resetPassword, paths.verifyEmail, paths.join],
  ...[paths.success, paths.cancel, paths.messageSent],
];

const inBoth = (path: string): Page => ({ en: path, es: pathIn("es", path) });
const spanishOf = ({ _id, name, name_es: spanish }: { _id: string; name: string } & OtherName) => ({ _id, name: spanish ?? name });

/** `/robots.txt`, and `/sitemap.xml` with its parts: the shelves, and the products in parts that are named by their first one. */
export function sitemapRoutes(app: FastifyInstance, shop: Shop): void {
  const { publicUrl } = shop.config;
  const { db } = shop.database;
  const absolute = (path: string) => inXml(publicUrl + path);
  const urlset = (pages: Page[]) => xml(`urlset xmlns:xhtml="http://www.w3.org/1999/xhtml"`, pages.map(inEach).join("\n"));
  /** The page's address in each language, with those in the others, as search engines ask for. */
  const inEach = ({ en, es }: Page): string => {
    const alternates = Object.entries({ en, es, "x-default": en }).map(
      ([spoken, path]) => `<xhtml:link rel="alternate" hreflang="${spoken}" href="${absolute(path)}"/>`,
    );
    return [en, es].map((path) => `<url><loc>${absolute(path)}</loc>${alternates.join("")}</url>`).join("\n");
  };

  app.get("/robots.txt", async (_request, reply) => {
    const lines = [
      "User-agent: *",
      "Disallow: /sandbox/",
      ...["/api/", `${paths.dashboard}/`].flatMap((folder) => Object.values(inBoth(folder)).map((path) => `Disallow: ${path}`)),
    ];
    // Match the exact path, with or without a query, since a category may be called "cart accessories".
    for (const page of OWN_PAGES) for (const path of Object.values(inBoth(page))) lines.push(`Disallow: ${path}$`, `Disallow: ${path}?`);
    // The longest rule counts. Search pages say themselves whether they may be listed.
    for (const path of Object.values(inBoth(paths.search()))) lines.push(`Allow: ${path}?q=`);
    lines.push("", `Sitemap: ${publicUrl}/sitemap.xml`, "");
    return reply.header("cache-control", "public, max-age=3600").type("text/plain; charset=utf-8").send(lines.join("\n"));
  });

  app.get("/sitemap.xml", (request, reply) =>
    sendXml(shop, request, reply, CACHED, async () => {
      const parts = (await store.readPartStarts(db, PART)).map((first) => `/sitemap-products-${first}.xml`);
      const all = ["/sitemap-shelves.xml", ...parts];
      return xml("sitemapindex", all.map((part) => `<sitemap><loc>${absolute(part)}</loc></sitemap>`).join("\n"));
    }),
  );

  app.get("/sitemap-shelves.xml", (request, reply) =>
    sendXml(shop, request, reply, CACHED, async () => {
      const categories = new Map((await readCategories(db, "en")).map((category) => [category._id, category]));
      const subCategories = new Map((await readSubCategories(db, "en")).map((subCategory) => [subCategory._id, subCategory]));
      const listings = (await store.countListings(db)).flatMap(({ categoryId, subCategoryId, count }) => {
        const [category, subCategory] = [categories.get(categoryId), subCategories.get(subCategoryId)];
        if (!category || !subCategory) return [];
        const es = paths.listing(spanishOf(category), spanishOf(subCategory));
        return [{ page: { en: paths.listing(category, subCategory), es: pathIn("es", es) }, count }];
      });
      const book = (await shop.settings()).complaintsBook ? [paths.complaintsBook] : [];
      const pages = [...[...STATIC_PAGES, ...book].map(inBoth), ...listings.map(({ page }) => page)];
      for (const { page, count } of listings)
        for (let n = 2; n <= Math.ceil(count / LISTING_PAGE) && pages.length < ENOUGH_PAGES; n++)
          pages.push({ en: `${page.en}?page=${n}`, es: `${page.es}?page=${n}` });
      return urlset(pages.slice(0, MOST_PAGES));
    }),
  );

  app.get<{ Params: { first: string } }>("/sitemap-products-:first(^[0-9a-f]{32}).xml", (request, reply) =>
    // Many and rarely read: cached, they would push out the pages.
    sendXml(shop, request, reply, null, async () => {
      const products = await store.readProductNames(db, request.params.first, PART);
      if (products.length === 0) throw refuse.notFound(t("Sitemap not found"));
      return urlset(
        products.map(({ _id, name, nameEs }) => ({
          en: paths.product({ _id, name }),
          es: pathIn("es", paths.product({ _id, name: nameEs || name })),
        })),
      );
    }),
  );
}

/** What invalidates a cached sitemap. */
const CACHED = [tagsOf.shelves, tagsOf.products];

async function sendXml(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  tags: readonly string[] | null,
  make: () => Promise<string>,
): Promise<FastifyReply> {
  // Not by its address, which can be spelled in many ways: `/%73itemap.xml`.
  const key = [request.routeOptions.url, ...Object.values(request.params as Record<string, string>)].join(" ");
  const bytes = await respondCached(shop, key, request, async () => ({
    response: cacheable(200, { "content-type": "application/xml; charset=utf-8", "cache-control": "no-cache" }, await make()),
    tags,
  }));
  return replyCached(request, reply, bytes);
}

/** @param root with attributes, if it has any */
function xml(root: string, content: string): string {
  const [name] = root.split(" ", 1);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${content}\n</${name}>\n`;
}

function inXml(address: string): string {
  return address.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("'", "&apos;");
}
