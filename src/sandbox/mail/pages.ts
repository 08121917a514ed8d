import { html, type Html } from "#server/http/html.ts";
import { GREEN } from "#shared/accent.ts";

/** An email in the outbox. */
export interface Listed {
  id: string;
  subject: string;
  from: string;
  to: string;
  replyTo: string;
  /** ISO 8601. */
  date: string;
  html: string;
  text: string;
}

/** The outbox, newest first. */
export function listPage(shopName: string, emails: readonly Listed[], total: number): Html {
  const rows = emails.map(
    ({ id, subject, to, date }) =>
      html`<li><a href="/sandbox/mail/${id}"><b>${subject}</b><span>${to}</span><time datetime="${date}">${readable(date)}</time></a></li>`,
  );
  return frame(
    `Outbox of ${shopName}`,
    html`<h1>Outbox</h1>
      <p>No mail server is set up, so ${shopName} stores its emails here instead of sending them. Nobody has received them.</p>
      ${rows.length > 0 ? html`<ul>${rows}</ul>` : html`<p class="empty">No emails yet. Register, place an order or reset a password.</p>`}
      ${total > emails.length ? html`<p>The newest ${emails.length} of ${total}.</p>` : ""}`,
  );
}

/** One email, as HTML and as plain text. `framed`: the browser may load the HTML by its URL. */
export function emailPage(shopName: string, { id, subject, from, to, replyTo, date, html: page, text }: Listed, framed: boolean): Html {
  return frame(
    `${subject} · Outbox of ${shopName}`,
    html`<p><a href="/sandbox/mail">Outbox</a></p>
      <h1>${subject}</h1>
      <dl><dt>From</dt><dd>${from}</dd><dt>To</dt><dd>${to}</dd>${replyTo ? html`<dt>Reply to</dt><dd>${replyTo}</dd>` : ""}<dt>Date</dt><dd><time datetime="${date}">${readable(date)}</time></dd></dl>
      <iframe title="The email as HTML" sandbox="allow-popups" ${framed ? html`src="/sandbox/mail/${id}/html"` : html`srcdoc="${page}"`}></iframe>
      <h2>Plain text</h2>
      <pre>${text}</pre>`,
  );
}

/** The page without access. Its script opens the outbox for a logged-in admin. */
export function closedPage(shopName: string): Html {
  return frame(
    `Outbox of ${shopName}`,
    html`<h1>Outbox</h1>
      <p>Open the outbox with the link that was printed when the shop started, or <a href="/login?next=%2Fsandbox%2Fmail">log in as an admin</a>.</p>
      <script src="/sandbox/mail/open.js"></script>`,
  );
}

/** Page loads don't send the token, so this script repeats the request with the one in local storage. */
export const OPEN_WITH_TOKEN = `const token = localStorage.getItem("accesstoken");
if (token) fetch(location.href, { headers: { authorization: "Bearer " + token } }).then(async (answer) => {
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.title = page.title;
  document.body.replaceWith(document.adoptNode(page.body));
});
`;

function readable(date: string): string {
  return `${date.slice(0, 16).replace("T", " ")} UTC`;
}

function frame(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head>
<body><main>${content}</main></body></html>`;
}

const STYLE = html`
:root{color-scheme:light dark;--paper:#fbf8f2;--surface:#fff;--line:#e8e1d3;--ink:#1b241f;--quiet:#525c55;--leaf:${GREEN.light.leaf}}
@media (prefers-color-scheme:dark){:root{--paper:#141a16;--surface:#1c2420;--line:#2e3832;--ink:#f1eee6;--quiet:#b9c2ba;--leaf:${GREEN.dark.leaf}}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 Figtree,system-ui,sans-serif}
main{max-width:46rem;margin:0 auto;padding:2rem 1rem 4rem}h1{margin:0 0 .5rem;font-size:1.75rem;line-height:1.15;overflow-wrap:anywhere}h2{font-size:1.1rem;margin:2rem 0 .5rem}
p{color:var(--quiet);margin:.5rem 0 1.5rem}a{color:var(--leaf)}
ul{list-style:none;margin:0;padding:0;border:1px solid var(--line);border-radius:20px;overflow:hidden;background:var(--surface)}li+li{border-top:1px solid var(--line)}
li a{display:grid;grid-template-columns:1fr auto;gap:0 1rem;padding:.9rem 1.1rem;color:inherit;text-decoration:none}li a:hover b{text-decoration:underline}
li span{grid-row:2;color:var(--quiet);font-size:.875rem;overflow-wrap:anywhere}@media (max-width:480px){li a{grid-template-columns:1fr}li a time{grid-row:3}}time{color:var(--quiet);font-size:.875rem}.empty{padding:3rem 1rem;text-align:center}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:1rem 0;font-size:.9375rem}dt{color:var(--quiet)}dd{margin:0;overflow-wrap:anywhere}
iframe{width:100%;height:40rem;border:1px solid var(--line);border-radius:20px;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:1rem 1.1rem;border:1px solid var(--line);border-radius:14px;background:var(--surface);font:14px/1.5 ui-monospace,monospace}`;
