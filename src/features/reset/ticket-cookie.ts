import type { FastifyRequest } from "fastify";
import { readCookie, setCallCookie, type Cookie } from "#server/http/cookies.ts";
import type { Config } from "#server/settings/config.ts";
import { resetPassword } from "./contract.ts";
import { TICKET_MINUTES } from "./rules.ts";

const COOKIE: Cookie = { name: "reset_ticket", path: resetPassword.path, sameSite: "Strict" };
const TICKET = /^[\w-]{43}$/;

/** The headers that store a ticket in the browser, or remove it. */
export function ticketCookie({ publicUrl }: Pick<Config, "publicUrl">, ticket?: string): string[] {
  return setCallCookie(COOKIE, publicUrl, ticket, TICKET_MINUTES * 60);
}

/** The ticket that came with a request. */
export function ticketOf({ publicUrl }: Pick<Config, "publicUrl">, request: FastifyRequest): string | undefined {
  return readCookie(COOKIE, publicUrl, request).find((value) => TICKET.test(value));
}
