import type { FastifyInstance } from "fastify";
import type * as z from "zod/mini";
import { serve, type Answer, type Call } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import type { Access } from "#shared/roles.ts";
import { readingContact, withOwnPassword, type Contact } from "./check-password.ts";

type AsksForPassword = Endpoint<z.ZodMiniType<{ password: string }>, z.ZodMiniType, z.ZodMiniType, Exclude<Access, "anyone">>;

/**
 * Serves an endpoint that asks for the person's password again: like {@link serve}, with the rules of {@link withOwnPassword}.
 * @param work gets their account as `known`, and must await `allowed` before it commits
 */
export function serveWithPassword<E extends AsksForPassword>(
  app: FastifyInstance,
  shop: Shop,
  endpoint: E,
  work: (call: Call<E> & { known: Contact; allowed: Promise<void> }) => Promise<Answer<E>>,
): void {
  serve(
    app,
    shop,
    endpoint,
    async ({ ahead, ...call }) => {
      // What each such endpoint has; TypeScript can't tell for a type parameter.
      const { input, visitor, http } = call as Call<AsksForPassword>;
      const asked = { userId: visitor.userId, password: input.password, ahead, http };
      return withOwnPassword(shop, asked, (known, allowed) => work({ ...call, known, allowed }));
    },
    readingContact(shop),
  );
}
