import type { FastifyReply, FastifyRequest } from "fastify";
import { readCookie, setCookie, type Cookie } from "#server/http/cookies.ts";
import { refuse } from "#server/http/errors.ts";
import { isTwoStepDue } from "#server/http/admit.ts";
import { bearer } from "#server/http/bearer.ts";
import type { Config } from "#server/settings/config.ts";
import { isLoopback, isOnLoopback } from "#server/settings/loopback.ts";
import type { Shop } from "#server/shop.ts";
import { isSame } from "../is-same.ts";

/** Path of the outbox. */
export const MAIL_PATH = "/sandbox/mail";
const COOKIE: Cookie = { name: "outbox_key", path: MAIL_PATH, sameSite: "Lax" };
const COOKIE_SECONDS = 30 * 24 * 3600;
/** Headers that proxies add: such requests don't come from this machine. */
const BY_PROXY = /^(?:forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-.+)$/;

/** The link that opens the outbox, for the person starting the shop; undefined if none is needed. */
export function outboxLink(config: Config): string | undefined {
  if (!config.outboxKey || config.mail.smtpUrl || !isOnLoopback(config)) return undefined;
  return `${config.publicUrl}${MAIL_PATH}?key=${config.outboxKey}`;
}

/**
 * Who may read emails, which contain codes and links: admins, and whoever has the key and is on this machine. A proxy may forward
 * strangers without any sign of it, so being on this machine is not enough.
 */
export class MailAccess {
  readonly #shop: Shop;

  constructor(shop: Shop) {
    this.#shop = shop;
  }

  /**
   * Whether the request comes from this machine and has the key. Checks the host name too, since another site's domain may resolve
   * to this machine.
   */
  hasKey(request: FastifyRequest): boolean {
    return this.#isLocal(request) && this.#keysOf(request).some((key) => this.#isKey(key));
  }

  /** Moves the key from the URL to a cookie and redirects. @returns whether there was one */
  takeKey(request: FastifyRequest, reply: FastifyReply): boolean {
    const { key } = request.query as { key?: unknown };
    if (typeof key !== "string" || !this.#isLocal(request) || !this.#isKey(key)) return false;
    const { publicUrl } = this.#shop.config;
    void reply.header("cache-control", "no-store").header("set-cookie", setCookie(COOKIE, publicUrl, key, COOKIE_SECONDS));
    void reply.redirect(MAIL_PATH, 303);
    return true;
  }

  /** @throws Refusal 403 for a person who is not an ADMIN, or has yet to log in with two steps */
  async mayRead(request: FastifyRequest): Promise<boolean> {
    if (this.hasKey(request)) return true;
    const token = bearer(request);
    const visitor = token ? await this.#shop.identify(token) : null;
    if (visitor && (visitor.role !== "ADMIN" || isTwoStepDue(this.#shop, visitor))) throw refuse.forbidden();
    return visitor !== null;
  }

  #isLocal({ hostname, headers, socket }: FastifyRequest): boolean {
    if (!isOnLoopback(this.#shop.config) || !isLoopback(hostname) || !isLoopback(socket.remoteAddress ?? "")) return false;
    return !Object.keys(headers).some((name) => BY_PROXY.test(name));
  }

  #keysOf(request: FastifyRequest): string[] {
    return readCookie(COOKIE, this.#shop.config.publicUrl, request);
  }

  #isKey(key: string): boolean {
    const { outboxKey } = this.#shop.config;
    return outboxKey !== undefined && isSame(key, outboxKey);
  }
}
