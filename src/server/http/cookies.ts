import type { FastifyRequest } from "fastify";
import { LANGUAGES, prefixOf } from "#words/language.ts";

/** A server cookie: hidden from scripts, and sent only to paths below `path`. */
export interface Cookie {
  name: string;
  path: string;
  sameSite: "Strict" | "Lax";
}

/** With this prefix, browsers accept the cookie only over https, so that nobody can plant one over http. */
const nameOf = ({ name }: Cookie, publicUrl: string) => (isSecure(publicUrl) ? `__Secure-${name}` : name);
const isSecure = (publicUrl: string) => publicUrl.startsWith("https:");

/** The `set-cookie` header that stores a value, or removes the cookie if there is no value. */
export function setCookie(cookie: Cookie, publicUrl: string, value = "", seconds = 0): string {
  const parts = [
    `${nameOf(cookie, publicUrl)}=${value}`,
    `Path=${cookie.path}`,
    `Max-Age=${value ? seconds : 0}`,
    "HttpOnly",
    `SameSite=${cookie.sameSite}`,
  ];
  if (isSecure(publicUrl)) parts.push("Secure");
  return parts.join("; ");
}

/** {@link setCookie} for a call, in every language: browsers send a cookie only to paths below its own, and `/es/api` is not below `/api`. */
export const setCallCookie = (cookie: Cookie, ...rest: [publicUrl: string, value?: string, seconds?: number]): string[] =>
  LANGUAGES.map((spoken) => setCookie({ ...cookie, path: prefixOf(spoken) + cookie.path }, ...rest));

/** A request's values for a cookie. There are several if another path or domain of this host sets it too. */
export function readCookie(cookie: Cookie, publicUrl: string, { headers }: Pick<FastifyRequest, "headers">): string[] {
  const start = `${nameOf(cookie, publicUrl)}=`;
  const all = (headers.cookie ?? "").split(";").map((part) => part.trim());
  return all.filter((part) => part.startsWith(start)).map((part) => part.slice(start.length));
}
