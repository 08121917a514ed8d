import type { FastifyRequest } from "fastify";
import { readCookie, setCallCookie, type Cookie } from "#server/http/cookies.ts";
import type { Config } from "#server/settings/config.ts";

/** Longest time browsers store a cookie, in days. */
export const DEVICE_DAYS = 400;
const COOKIE: Cookie = { name: "device", path: "/api/user", sameSite: "Strict" };

/** The headers that let the shop recognize the browser later. */
export const deviceCookie = ({ publicUrl }: Pick<Config, "publicUrl">, device: string) =>
  setCallCookie(COOKIE, publicUrl, device, DEVICE_DAYS * 24 * 60 * 60);

export function readDevice({ publicUrl }: Pick<Config, "publicUrl">, request: FastifyRequest): string | undefined {
  return readCookie(COOKIE, publicUrl, request).find((value) => /^[\w-]{43}$/.test(value));
}
