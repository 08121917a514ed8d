import type { FastifyInstance, FastifyReply } from "fastify";
import PostalMime, { type Address } from "postal-mime";
import { refuse } from "#server/http/errors.ts";
import { listOutbox, readFromOutbox } from "#server/mail/outbox.ts";
import type { Shop } from "#server/shop.ts";
import { MAIL_PATH, MailAccess } from "./access.ts";
import { closedPage, emailPage, listPage, OPEN_WITH_TOKEN, type Listed } from "./pages.ts";

/** Emails per page. */
const LISTED = 100;
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; frame-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Emails contain untrusted HTML: no scripts, no external resources, no leaving the frame. */
const EMAIL_POLICY =
  "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Serves the outbox. */
export function sandboxMailRoutes(app: FastifyInstance, shop: Shop): void {
  const { dataDir } = shop.config;
  const access = new MailAccess(shop);

  app.get(MAIL_PATH, async (request, reply) => {
    if (access.takeKey(request, reply)) return reply;
    if (!(await access.mayRead(request))) return page(reply.code(401), closedPage((await shop.identity()).name));
    const ids = await listOutbox(dataDir);
    const newest = await Promise.all(ids.slice(0, LISTED).map((id) => read(dataDir, id)));
    const emails = newest.filter((email) => email !== undefined);
    return page(reply, listPage((await shop.identity()).name, emails, ids.length));
  });

  app.get(`${MAIL_PATH}/open.js`, (_request, reply) =>
    reply.header("content-type", "text/javascript; charset=utf-8").send(OPEN_WITH_TOKEN),
  );

  app.get<{ Params: { id: string } }>(`${MAIL_PATH}/:id`, async (request, reply) => {
    if (!(await access.mayRead(request))) return page(reply.code(401), closedPage((await shop.identity()).name));
    const email = await read(dataDir, request.params.id);
    if (!email) throw refuse.notFound("Email not found");
    return page(reply, emailPage((await shop.identity()).name, email, access.hasKey(request)));
  });

  app.get<{ Params: { id: string } }>(`${MAIL_PATH}/:id/html`, async (request, reply) => {
    if (!(await access.mayRead(request))) throw refuse.unauthenticated();
    const email = await read(dataDir, request.params.id);
    if (!email) throw refuse.notFound("Email not found");
    return page(reply, email.html, EMAIL_POLICY);
  });
}

function page(reply: FastifyReply, content: { toString(): string }, policy = PAGE_POLICY): FastifyReply {
  const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", "content-security-policy": policy };
  return reply.headers(headers).send(content.toString());
}

const nameOf = (address: Address | undefined) => address?.address ?? address?.name ?? "";

async function read(dataDir: string, id: string): Promise<Listed | undefined> {
  const file = await readFromOutbox(dataDir, id);
  if (!file) return undefined;
  const { subject = "", from, to, replyTo, date = "", html = "", text = "" } = await PostalMime.parse(file);
  return { id, subject, from: nameOf(from), to: nameOf(to?.[0]), replyTo: nameOf(replyTo?.[0]), date, html, text };
}
