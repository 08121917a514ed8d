const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!);

const MOST_LINKS = 8;

const STYLE = `
:root { color-scheme: light dark; --paper: #fbf8f2; --ink: #1c241e; --ink-2: #4d5a50; --leaf: #14613a; --line: #e3ddd0 }
@media (prefers-color-scheme: dark) { :root { --paper: #141a16; --ink: #eef2ec; --ink-2: #b3beb4; --leaf: #8fd3a8; --line: #344038 } }
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

/** What a shopper sees instead of a page that is not stored: what to do, and which pages can be read. @param stored addresses, latest first */
export function offlinePage(stored: readonly string[], isOnline = false): Response {
  const title = isOnline ? "We can't reach the shop" : "You are offline";
  const hint = isOnline ? "The shop didn't respond. Try again in a moment." : "This page needs a connection.";
  const links = stored.flatMap((address) => {
    const name = nameOf(new URL(address));
    return name ? [`<li><a href="${escape(address)}">${escape(name)}</a></li>`] : [];
  });
  const list = links.length > 0 ? `<h2>You can read these pages</h2><ul>${links.slice(0, MOST_LINKS).join("")}</ul>` : "";
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1><p>${hint} What you put into your cart is safe.</p>
<a class="again" href="">Try again</a>${list}</main></body></html>`;
  return new Response(html, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
  });
}

const NAMES: Record<string, string> = {
  "/": "Home",
  "/cart": "Your cart",
  "/dashboard/myorders": "Your orders",
  "/favorites": "Favorites",
};

/** What to call a page: the words of its address. */
function nameOf({ pathname, search, searchParams }: URL): string {
  const order = /^\/dashboard\/myorders\/(\w+)$/.exec(pathname)?.[1];
  if (order) return `Order ${order}`;
  if (pathname === "/search") return searchParams.get("q") ? `Search: ${searchParams.get("q")}` : "";
  if (search) return "";
  const last = decodeURIComponent(pathname.split("/").at(-1) ?? "");
  const words = /^(.+)-[0-9a-f]{32}$/.exec(last)?.[1]?.replaceAll("-", " ");
  return NAMES[pathname] ?? (words ? words[0]!.toUpperCase() + words.slice(1) : "");
}
