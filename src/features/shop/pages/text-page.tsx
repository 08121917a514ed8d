import type { MouseEvent } from "react";
import { useLoaderData, useNavigate, type LoaderFunctionArgs, type MetaArgs } from "react-router";
import { call } from "#web/call.ts";
import { missing } from "#web/missing.ts";
import { faceOf, pageMeta } from "#web/meta/page-meta.ts";
import { paths } from "#web/paths.ts";
import { proseLook } from "#web/prose.ts";
import { splitLanguage } from "#words/language.ts";
import { t } from "#words/t.ts";
import { shopText, type TextName } from "../texts/contract.ts";

/** The pages, and their descriptions for search engines. */
const PAGES: readonly { name: TextName; path: string; title: string; description: string }[] = [
  { name: "about", path: paths.about, title: t("About us"), description: t("Our mission, our values and our team.") },
  {
    name: "shipping",
    path: paths.shipping,
    title: t("Shipping Policy"),
    description: t("What shipping costs, how long it takes, and how to change or cancel an order."),
  },
  {
    name: "returns",
    path: paths.returns,
    title: t("Returns"),
    description: t("What to do when something is wrong, or not what you wanted."),
  },
  { name: "terms", path: paths.terms, title: t("Terms"), description: t("The terms of buying here.") },
  { name: "privacy", path: paths.privacy, title: t("Privacy"), description: t("What we know about you, why, and for how long.") },
];

const pageAt = (pathname: string) => PAGES.find(({ path }) => path === pathname.toLowerCase().replace(/\/$/, ""));

async function read({ request }: LoaderFunctionArgs) {
  const page = pageAt(splitLanguage(new URL(request.url).pathname).address);
  if (!page) throw missing();
  return (await call(shopText, undefined, { params: { name: page.name } })).data;
}
// The server answers no loader requests, so every route with a loader has a client loader too.
export { read as loader, read as clientLoader };

export function meta({ matches, location }: MetaArgs) {
  const page = pageAt(location.pathname);
  return page ? pageMeta(faceOf(matches), page) : [];
}

/** A page with a text that admins can change: about, shipping, returns, terms, privacy (STAT-1, STAT-2). */
export default function TextPage() {
  const { html } = useLoaderData<typeof read>();
  const navigate = useNavigate();
  // The text's links to the shop's own pages don't load the whole page again.
  const follow = (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || link.origin !== location.origin || link.getAttribute("href")?.startsWith("#")) return;
    event.preventDefault();
    void navigate(splitLanguage(link.pathname).address + link.search + link.hash);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the links in it have both
    <article className="page py-8 md:py-12" onClick={follow}>
      {/* Made by the server from Markdown, without raw HTML. */}
      {/* oxlint-disable-next-line react/no-danger */}
      <div className={`mx-auto max-w-2xl ${proseLook}`} dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  );
}
