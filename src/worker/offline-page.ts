import { STILL_PAGE_POLICY } from "../shared/worker/still-page.ts";
import { splitLanguage, type Language } from "../words/language.ts";
import { isOrderPage } from "./rules.ts";

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!);

const MOST_LINKS = 8;

const STYLE = `
:root { color-scheme: light dark; --paper: #fbf8f2; --ink: #1c241e; --ink-2: #4d5a50; --leaf: #14613a; --line: #e3ddd0 }
@media (prefers-color-scheme: dark) { :root { --paper: #141a16; --ink: #eef2ec; --ink-2: #b3beb4; --leaf: #7ccf9c; --line: #344038 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100dvh; display: grid; place-content: center; padding: 2rem 1.25rem; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.55 Figtree, system-ui, sans-serif }
main { max-width: 30rem; text-align: center }
h1 { font: 600 2.25rem/1.15 Fraunces, Georgia, serif; margin: 0 0 .75rem }
p { margin: 0 0 1.25rem; color: var(--ink-2) }
.again { display: inline-flex; align-items: center; min-height: 3rem; padding: 0 1.5rem; border-radius: .75rem; background: var(--leaf);
  color: var(--paper); font-weight: 700; text-decoration: none }
h2 { margin: 2.25rem 0 .5rem; font-size: 1rem }
ul { list-style: none; margin: 0; padding: 0; text-align: left; border-top: 1px solid var(--line) }
li a { display: block; padding: .75rem .25rem; border-bottom: 1px solid var(--line); color: var(--leaf); overflow-wrap: anywhere }`;

/**
 * What a shopper sees instead of a page that is not stored: what to do, and which pages can be read.
 * @param stored addresses, latest first
 * @param asked the path of the page that was asked for
 */
export function offlinePage(stored: readonly string[], isOnline = false, asked = "/"): Response {
  const { spoken } = splitLanguage(asked);
  const words = WORDS[spoken];
  const { title, hint: why } = isOnline ? words.online : words.offline;
  const hint = isOrderPage(asked) ? `${why} ${words.openedOnly}` : why;
  const links = stored.flatMap((address) => {
    const name = nameOf(new URL(address), spoken);
    return name ? [`<li><a href="${escape(address)}">${escape(name)}</a></li>`] : [];
  });
  const list = links.length > 0 ? `<h2>${words.readable}</h2><ul>${links.slice(0, MOST_LINKS).join("")}</ul>` : "";
  const html = `<!doctype html>
<html lang="${spoken}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1><p>${hint} ${words.safe}</p>
<a class="again" href="">${words.again}</a>${list}</main></body></html>`;
  return new Response(html, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": STILL_PAGE_POLICY,
    },
  });
}

/** A worker serves both languages and has few words, so they are here. */
const WORDS = {
  en: {
    online: { title: "We can't reach the shop", hint: "The shop didn't respond. Try again in a moment." },
    offline: { title: "You are offline", hint: "This page needs a connection." },
    openedOnly: "You can read an order here once you've opened it on this device.",
    safe: "What you put into your cart is safe.",
    again: "Try again",
    readable: "You can read these pages",
    order: "Order",
    search: "Search",
    pages: { "/": "Home", "/cart": "Your cart", "/dashboard/myorders": "Your orders", "/favorites": "Favorites" },
  },
  es: {
    online: { title: "No podemos conectar con la tienda", hint: "La tienda no respondió. Inténtalo de nuevo en un momento." },
    offline: { title: "No tienes conexión", hint: "Esta página necesita conexión." },
    openedOnly: "Aquí puedes ver un pedido si ya lo abriste en este dispositivo.",
    safe: "Lo que pusiste en tu carrito está a salvo.",
    again: "Intentar de nuevo",
    readable: "Puedes ver estas páginas",
    order: "Pedido",
    search: "Búsqueda",
    pages: { "/": "Inicio", "/cart": "Tu carrito", "/dashboard/myorders": "Tus pedidos", "/favorites": "Favoritos" },
  },
} as const;

/** What to call a page: the words of its address. Empty for a page in another language. */
function nameOf({ pathname, search, searchParams }: URL, spoken: Language): string {
  const page = splitLanguage(pathname);
  if (page.spoken !== spoken) return "";
  const words = WORDS[spoken];
  const order = /^\/dashboard\/myorders\/(\w+)$/.exec(page.address)?.[1];
  if (order) return `${words.order} ${order}`;
  if (page.address === "/search") return searchParams.get("q") ? `${words.search}: ${searchParams.get("q")}` : "";
  if (search) return "";
  const names: Partial<Record<string, string>> = words.pages;
  const last = decodeURIComponent(pathname.split("/").at(-1) ?? "");
  const named = /^(.+)-[0-9a-f]{32}$/.exec(last)?.[1]?.replaceAll("-", " ");
  return names[page.address] ?? (named ? named[0]!.toUpperCase() + named.slice(1) : "");
}
