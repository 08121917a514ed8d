import type { FastifyRequest } from "fastify";

/** A cookie of the server: scripts never see it, and it is sent to the paths below `path` only. */
export interface Cookie {
  name: string;
  path: string;
  sameSite: "Strict" | "Lax";
}

/** Behind https a browser takes a cookie of such a name from a secure connection only, so nobody on http can plant one. */
const nameOf = ({ name }: Cookie, publicUrl: string) => (isSecure(publicUrl) ? `__Secure-${name}` : name);
const isSecure = (publicUrl: string) => publicUrl.startsWith("https:");

/** The `set-cookie` header that stores a value for some seconds; without a value, the one that removes it. */
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

/** The values a request has for a cookie: none, one, or several where another path or domain of this host set it too. */
export function readCookie(cookie: Cookie, publicUrl: string, { headers }: Pick<FastifyRequest, "headers">): string[] {
  const start = `${nameOf(cookie, publicUrl)}=`;
  const all = (headers.cookie ?? "").split(";").map((part) => part.trim());
  return all.filter((part) => part.startsWith(start)).map((part) => part.slice(start.length));
}
