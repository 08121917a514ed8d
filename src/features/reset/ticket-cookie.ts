import type { FastifyRequest } from "fastify";
import type { Config } from "#server/settings/config.ts";
import { resetPassword } from "./contract.ts";
import { TICKET_MINUTES } from "./rules.ts";

const NAME = "reset_ticket";
const COOKIE = new RegExp(`^${NAME}=([\\w-]{43})$`);

/** The header that gives a browser its ticket; without one, the header that takes it away. */
export function ticketCookie({ publicUrl }: Pick<Config, "publicUrl">, ticket?: string): string {
  const parts = [
    `${NAME}=${ticket ?? ""}`,
    `Path=${resetPassword.path}`,
    `Max-Age=${ticket ? TICKET_MINUTES * 60 : 0}`,
    "HttpOnly",
    "SameSite=Strict",
  ];
  if (publicUrl.startsWith("https:")) parts.push("Secure");
  return parts.join("; ");
}

/** The ticket that came with a request. */
export function ticketOf({ headers }: FastifyRequest): string | undefined {
  const cookies = headers.cookie?.split(";") ?? [];
  return cookies.map((cookie) => COOKIE.exec(cookie.trim())?.[1]).find((ticket) => ticket !== undefined);
}
