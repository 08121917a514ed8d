import type { FastifyRequest } from "fastify";

/** The token of an `Authorization: Bearer` header; null without one. */
export function bearer(request: FastifyRequest): string | null {
  return /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? null;
}
