import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import PostalMime, { type Address } from "postal-mime";
import { isLoopback } from "#server/settings/config.ts";
import { refuse } from "#server/http/errors.ts";
import { listOutbox, readFromOutbox } from "#server/mail/outbox.ts";
import { bearer } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { letterPage, listPage, OPEN_WITH_TOKEN, signInPage, type Listed } from "./pages.ts";

const PATH = "/sandbox/mail";
/** Letters on one page of the list. */
const LISTED = 100;
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; frame-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** A letter is somebody's HTML: no script, nothing loaded, no way out of its frame. */
const LETTER_POLICY =
  "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/**
 * The outbox in the browser. Open to everyone who reaches a shop on their own machine; elsewhere for an ADMIN alone,
 * since the letters hold codes.
 */
export function sandboxMailRoutes(app: FastifyInstance, shop: Shop): void {
  const { dataDir, publicUrl, host, shop: face } = shop.config;
  const isLocal = isLoopback(new URL(publicUrl).hostname) && isLoopback(host);
  // A page of elsewhere may have a name that leads to this machine: its requests say that name.
  const isOpenTo = ({ hostname }: FastifyRequest) => isLocal && isLoopback(hostname);

  const mayRead = async (request: FastifyRequest): Promise<boolean> => {
    if (isOpenTo(request)) return true;
    const token = bearer(request);
    const visitor = token ? await shop.identify(token) : null;
    if (visitor && visitor.role !== "ADMIN") throw refuse.forbidden();
    return visitor !== null;
  };
  app.get(PATH, async (request, reply) => {
    if (!(await mayRead(request))) return page(reply.code(401), signInPage(face.name));
    const ids = await listOutbox(dataDir);
    const letters = await Promise.all(ids.slice(0, LISTED).map((id) => read(dataDir, id)));
    return page(
      reply,
      listPage(
        face.name,
        letters.filter((letter) => letter !== undefined),
        ids.length,
      ),
    );
  });

  app.get(`${PATH}/open.js`, (_request, reply) => reply.header("content-type", "text/javascript; charset=utf-8").send(OPEN_WITH_TOKEN));

  app.get<{ Params: { id: string } }>(`${PATH}/:id`, async (request, reply) => {
    if (!(await mayRead(request))) return page(reply.code(401), signInPage(face.name));
    const letter = await read(dataDir, request.params.id);
    if (!letter) throw refuse.notFound("Letter");
    return page(reply, letterPage(face.name, letter, isOpenTo(request)));
  });

  app.get<{ Params: { id: string } }>(`${PATH}/:id/html`, async (request, reply) => {
    if (!(await mayRead(request))) throw refuse.unauthenticated();
    const letter = await read(dataDir, request.params.id);
    if (!letter) throw refuse.notFound("Letter");
    return page(reply, letter.html, LETTER_POLICY);
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
