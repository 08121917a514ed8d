import type { FastifyRequest } from "fastify";
import { readCookie, setCookie, type Cookie } from "#server/http/cookies.ts";
import type { Config } from "#server/settings/config.ts";
import { resetPassword } from "./contract.ts";
import { TICKET_MINUTES } from "./rules.ts";

const COOKIE: Cookie = { name: "reset_ticket", path: resetPassword.path, sameSite: "Strict" };
const TICKET = /^[\w-]{43}$/;

/** The header that stores a ticket in the browser, or removes it. */
export function ticketCookie({ publicUrl }: Pick<Config, "publicUrl">, ticket?: string): string {
  return setCookie(COOKIE, publicUrl, ticket, TICKET_MINUTES * 60);
}

/** The ticket that came with a request. */
export function ticketOf({ publicUrl }: Pick<Config, "publicUrl">, request: FastifyRequest): string | undefined {
  return readCookie(COOKIE, publicUrl, request).find((value) => TICKET.test(value));
}
