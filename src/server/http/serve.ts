import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { BODY_LIMIT, type AccessOf, type CheckedInputOf, type Endpoint, type ParamsOf, type ReplyOf } from "#shared/endpoint.ts";
import { badInput, refuse, toRefusal } from "./errors.ts";
import { cacheable } from "../cache/response-cache.ts";
import { readFiles, sentFile } from "./sent-file.ts";
import { replyCached } from "../cache/send-cached.ts";
import type { Shop, Visitor } from "../shop.ts";

declare module "fastify" {
  interface FastifyRequest {
    visitor: Visitor | null;
  }
}

/** What a handler gets. `visitor` is never null where the endpoint asks for a login. */
export interface Call<E extends Endpoint> {
  input: CheckedInputOf<E>;
  params: ParamsOf<E>;
  visitor: AccessOf<E> extends "anyone" ? null : Visitor;
  /** Null when the call comes from server rendering. */
  http: { request: FastifyRequest; reply: FastifyReply } | null;
}

/** What a handler returns: the reply of the contract and, for a write, the message a person reads. */
export type Answer<E extends Endpoint> = Named<ReplyOf<E>> & { message?: string };
/** Without the index signature that stands for "no fields", which would forbid a message. */
type Named<T> = { [K in keyof T as string extends K ? never : K]: T[K] };

interface Options<E extends Endpoint> {
  /**
   * The tags of what the answer shows. With them the answer is kept as bytes until one of them changes, so it must be
   * the same for everyone. Null: this one is not.
   */
  tags?: (reply: Answer<E>, input: CheckedInputOf<E>) => readonly string[] | null;
  /** What of the input decides about the answer; null: not kept. Without it, all of the input does. */
  cacheBy?: (input: CheckedInputOf<E>) => unknown;
  /** Anonymous reading that is never cached, and so waits its turn like all uncached reading. */
  inTurn?: boolean;
}

/**
 * Serves one endpoint of a contract: its path, who may call it, the check of what was sent, the envelope of the answer,
 * and its part in the documentation.
 */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  shop: Shop,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answer<E>>,
  options: Options<E> = {},
): void {
  const check = checkOf(endpoint);
  shop.inProcess.register(endpoint, async (input) => {
    if (endpoint.access !== "anyone") throw refuse.unauthenticated();
    const checked = check(input, {});
    try {
      const reply = await handler({ ...checked, visitor: null as Call<E>["visitor"], http: null });
      return { reply, tags: options.tags ? options.tags(reply, checked.input) : [] };
    } catch (error) {
      const { refusal, defect } = toRefusal(error);
      throw defect ? error : refusal;
    }
  });

  const { bodyLimit = BODY_LIMIT } = endpoint;
  if (endpoint.access === "anyone" && bodyLimit > BODY_LIMIT) throw new Error(`Strangers may send too much to ${endpoint.path}`);
  const takesTurn = endpoint.access === "anyone" && (options.tags !== undefined || options.inTurn === true);
  const route: RouteOptions = {
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit,
    // HEAD is for what is the same for everyone: it must neither log out nor confirm, as some GET of the specification do.
    exposeHeadRoute: options.tags !== undefined,
    // Before the body is read: who may not call learns nothing from what was sent.
    onRequest: endpoint.access === "anyone" ? [] : async (request) => admit(shop, endpoint, request),
    config: { takesTurn },
    handler: async (request, reply) => {
      const { input, params } = check(sentWith(endpoint, request), request.params);
      const visitor = request.visitor as Call<E>["visitor"];
      const call = { input, params, visitor, http: { request, reply } };

      const kept = options.cacheBy ? options.cacheBy(input) : input;
      const { tags } = options;
      if (!tags || kept === null) {
        reply.header("cache-control", "no-store");
        return envelope(takesTurn ? await shop.shedding.inTurn(request, () => handler(call)) : await handler(call));
      }
      const key = `${endpoint.method} ${endpoint.path} ${JSON.stringify([kept, params])}`;
      const bytes = await shop.shedding.respond(shop.cache, key, request, async () => {
        const answer = await handler(call);
        return { response: cacheable(200, JSON_HEADERS, JSON.stringify(envelope(answer))), tags: tags(answer, input) };
      });
      if (endpoint.access === "anyone") shop.rawRequests.learn(request.raw, key);
      return replyCached(request, reply, bytes);
    },
  };
  if (endpoint.file) readFiles(app, (scope) => scope.route(route));
  else app.route(route);
}

/** A document to be saved: what it is called, and its bytes as they are made. */
export interface SentDocument {
  /** Of letters, digits, points and hyphens. */
  name: string;
  bytes: Readable;
}

/** Serves an endpoint that answers a document (its `media`): like {@link serve}, but without the envelope. */
export function serveDocument<E extends Endpoint>(
  app: FastifyInstance,
  shop: Shop,
  endpoint: E,
  handler: (call: Call<E>) => Promise<SentDocument>,
): void {
  const check = checkOf(endpoint);
  // For the documentation; pages ask for no documents.
  shop.inProcess.register(endpoint, () => Promise.reject(refuse.unauthenticated()));
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    exposeHeadRoute: false,
    onRequest: endpoint.access === "anyone" ? [] : async (request) => admit(shop, endpoint, request),
    handler: async (request, reply) => {
      const visitor = request.visitor as Call<E>["visitor"];
      const { name, bytes } = await handler({ ...check(sentWith(endpoint, request), request.params), visitor, http: { request, reply } });
      return reply
        .headers({ "content-disposition": `attachment; filename="${name}"`, "cache-control": "no-store" })
        .type(endpoint.media ?? "application/octet-stream")
        .send(bytes);
    },
  });
}

/** Checks what was sent against an endpoint. */
export function checkOf<E extends Endpoint>(endpoint: E) {
  return (input: unknown, params: unknown) => {
    const checked = endpoint.file ? { data: input, error: undefined } : endpoint.input?.safeParse(input ?? {});
    if (checked?.error) throw badInput(checked.error);
    const place = endpoint.params?.safeParse(params);
    if (place?.error) throw badInput(place.error);
    return { input: checked?.data as CheckedInputOf<E>, params: place?.data as ParamsOf<E> };
  };
}

function sentWith({ method, file }: Endpoint, request: FastifyRequest): unknown {
  if (file) return sentFile(request, file);
  return method === "GET" ? request.query : request.body;
}

const JSON_HEADERS = { "content-type": "application/json; charset=utf-8", "cache-control": "no-cache" };

function envelope<T extends { message?: string }>({ message = "", ...fields }: T) {
  return { success: true, error: false, message, ...fields };
}

/** Lets nobody in who may not make the call: 401, 403. */
export async function admit(shop: Shop, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const token = bearer(request);
  const visitor = token ? await shop.identify(token) : null;
  if (!visitor) throw refuse.unauthenticated();
  if (endpoint.access === "admin") {
    if (visitor.role !== "ADMIN") throw refuse.forbidden();
    if (shop.config.adminTwoStep && !visitor.twoStep) throw refuse.forbidden("Log in with two steps to use the back office");
  }
  request.visitor = visitor;
}

/** The bearer token of a request, or null. */
export function bearer(request: FastifyRequest): string | null {
  return /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? null;
}
