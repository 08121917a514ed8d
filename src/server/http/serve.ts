import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { BODY_LIMIT, type AccessOf, type CheckedInputOf, type Endpoint, type ParamsOf, type ReplyOf } from "#shared/endpoint.ts";
import { language, prefixOf } from "#words/language.ts";
import { awaitedLater } from "../awaited-later.ts";
import { admit, signedPerson } from "./admit.ts";
import { badInput, refuse, toRefusal } from "./errors.ts";
import { respondCached } from "../cache/respond-cached.ts";
import { cacheable } from "../cache/response-cache.ts";
import { readFiles, sentFile } from "./sent-file.ts";
import { replyCached } from "../cache/send-cached.ts";
import { SharedReads } from "../db/shared-reads.ts";
import type { Shop, Visitor } from "../shop.ts";

declare module "fastify" {
  interface FastifyRequest {
    visitor: Visitor | null;
    /** What is read while the visitor is identified; see {@link Options.ahead}. */
    ahead?: Promise<unknown>;
    /** Whose call is being admitted, where something is read meanwhile; see {@link Options.aheadOf}. */
    admission?: { userId: string; admitted: Promise<void> };
  }
}

/** What a handler gets. `visitor` is never null if the endpoint requires a login. */
export interface Call<E extends Endpoint> {
  input: CheckedInputOf<E>;
  params: ParamsOf<E>;
  visitor: AccessOf<E> extends "anyone" ? null : Visitor;
  /** Null for calls from server rendering. */
  http: { request: FastifyRequest; reply: FastifyReply } | null;
}

/** What a handler returns: the contract's reply and, for writes, a message for people. */
export type Answer<E extends Endpoint> = Named<ReplyOf<E>> & { message?: string };
/** Drops the index signature that means "no fields", which would forbid a message. */
type Named<T> = { [K in keyof T as string extends K ? never : K]: T[K] };

/** Options of calls that may wait for a payment provider, and so have a queue of their own. */
export const WAITS_FOR_PROVIDER = { waitsForProvider: true } as const;

/** Counts a call of a network before it queues for uncached work, so that refused ones take no place there. @throws Refusal 429 */
type CountsCall = (ip: string) => Promise<void>;

interface Options<E extends Endpoint, A = undefined> {
  /**
   * Reads what the call needs to know about its person while their session is checked, in the same round trip. Only reads: the session may
   * have ended. The call may have to queue afterwards.
   */
  ahead?: (userId: string) => Promise<A>;
  /** Like `ahead`, for what the input names: the body is read first, if the access token was signed by this shop and has not expired. */
  aheadOf?: (input: CheckedInputOf<E>) => Promise<A>;
  /**
   * The tags of what the response shows. With tags it is cached until one of them is invalidated, so it must be the same for
   * everyone. Null means not cached.
   */
  tags?: (reply: Answer<E>, input: CheckedInputOf<E>) => readonly string[] | null;
  /** The part of the input that the response depends on; all of it by default. Null means not cached. */
  cacheBy?: (input: CheckedInputOf<E>) => unknown;
  /**
   * Queues anonymous calls that are never cached like other uncached reads. What the checkout needs is queued for strangers only: someone
   * who is logged in may be about to pay.
   */
  queued?: boolean | "strangers";
  /** The call ends by limits of its own, such as those of each statement. */
  limitsItself?: boolean;
  limit?: CountsCall;
  /** See {@link WAITS_FOR_PROVIDER}; may depend on the input. */
  waitsForProvider?: boolean | ((input: CheckedInputOf<E>) => boolean);
}

/** Serves an endpoint: its route, access check, input validation, response envelope and documentation. */
export function serve<E extends Endpoint, A = undefined>(
  app: FastifyInstance,
  shop: Shop,
  endpoint: E,
  handler: (call: Call<E> & { ahead: A }) => Promise<Answer<E>>,
  options: Options<E, A> = {},
): void {
  const check = checkOf(endpoint);
  const ahead = options.ahead && new SharedReads(options.ahead);
  const { aheadOf } = options;
  shop.inProcess.register(endpoint, async (input, params) => {
    if (endpoint.access !== "anyone") throw refuse.unauthenticated();
    const checked = check(input, params);
    try {
      const reply = await handler({ ...checked, visitor: null as Call<E>["visitor"], http: null, ahead: undefined as A });
      return { reply, tags: options.tags ? options.tags(reply, checked.input) : [] };
    } catch (error) {
      const { refusal, defect } = toRefusal(error);
      throw defect ? error : refusal;
    }
  });

  const { bodyLimit = BODY_LIMIT } = endpoint;
  if ((endpoint.access === "anyone" || aheadOf) && bodyLimit > BODY_LIMIT)
    throw new Error(`Strangers may send too much to ${endpoint.path}`);
  const isQueued = endpoint.access === "anyone" && (options.tags !== undefined || Boolean(options.queued));
  const route: RouteOptions = {
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit,
    // Only for responses that are the same for everyone: HEAD must not log out or confirm, as some GETs of the specification do.
    exposeHeadRoute: options.tags !== undefined,
    // Before the body is read, so that callers without access learn nothing from it.
    onRequest:
      endpoint.access === "anyone"
        ? []
        : async (request) => {
            if (ahead) request.ahead = awaitedLater(readAhead(shop, request, ahead));
            const admitted = awaitedLater(admit(shop, endpoint, request));
            const person = aheadOf ? await signedPerson(shop, request) : null;
            if (person) request.admission = { userId: person.userId, admitted };
            else await admitted;
          },
    config: { isQueued, streamsBody: endpoint.file !== undefined, limitsItself: options.limitsItself ?? false },
    // Callers without access learn nothing from what is wrong with the body.
    ...(aheadOf && {
      errorHandler: async (error, request) => {
        await request.admission?.admitted;
        throw error;
      },
    }),
    handler: async (request, reply) => {
      const { input, params } = check(sentWith(endpoint, request), request.params);
      if (aheadOf && request.admission) {
        const { userId, admitted } = request.admission;
        request.ahead = awaitedLater(shop.shedding.queueForAccount({ ip: request.ip, userId }, () => aheadOf(input)));
        await admitted;
      }
      const visitor = request.visitor as Call<E>["visitor"];
      const call = { input, params, visitor, http: { request, reply }, ahead: (await request.ahead) as A };

      const cachedBy = options.cacheBy ? options.cacheBy(input) : input;
      const { tags } = options;
      if (!tags || cachedBy === null) {
        reply.header("cache-control", "no-store");
        // The file itself isn't queued, since it may arrive slowly.
        if (endpoint.file) return envelope(await handler(call));
        const waits = typeof options.waitsForProvider === "function" ? options.waitsForProvider(input) : options.waitsForProvider;
        const queued = isQueued && !(options.queued === "strangers" && (await signedPerson(shop, request)) !== null);
        return envelope(await runQueued(shop, request, { queued, waitsForProvider: waits, limit: options.limit }, () => handler(call)));
      }
      const key = `${prefixOf(language())}${endpoint.method} ${endpoint.path} ${JSON.stringify([cachedBy, params])}`;
      const response = await respondCached(shop, key, request, async () => {
        const answer = await handler(call);
        return { response: cacheable(200, JSON_HEADERS, JSON.stringify(envelope(answer))), tags: tags(answer, input) };
      });
      if (endpoint.access === "anyone") shop.rawRequests.learn(request.raw, key);
      return replyCached(request, reply, response);
    },
  };
  if (endpoint.file) readFiles(app, (scope) => scope.route(route));
  else app.route(route);
}

/** A document to download, with its bytes as they are generated. */
export interface SentDocument {
  /** Letters, digits, dots and hyphens only. */
  name: string;
  bytes: Readable;
}

/**
 * Serves an endpoint that returns a document (its `media`): like {@link serve}, but without the envelope. Strangers' documents queue like
 * uncached reads.
 */
export function serveDocument<E extends Endpoint>(
  app: FastifyInstance,
  shop: Shop,
  endpoint: E,
  handler: (call: Call<E>) => Promise<SentDocument>,
  { limit }: { limit?: CountsCall } = {},
): void {
  const check = checkOf(endpoint);
  // For the documentation only: pages don't request documents.
  shop.inProcess.register(endpoint, () => Promise.reject(refuse.unauthenticated()));
  const isQueued = endpoint.access === "anyone";
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    exposeHeadRoute: false,
    onRequest: isQueued ? [] : async (request) => admit(shop, endpoint, request),
    config: { isQueued },
    handler: async (request, reply) => {
      const visitor = request.visitor as Call<E>["visitor"];
      const call = { ...check(sentWith(endpoint, request), request.params), visitor, http: { request, reply } };
      const { name, bytes } = await runQueued(shop, request, { queued: isQueued, limit }, () => handler(call));
      return reply
        .headers({ "content-disposition": `attachment; filename="${name}"`, "cache-control": "no-store" })
        .type(endpoint.media ?? "application/octet-stream")
        .send(bytes);
    },
  });
}

/**
 * Runs a call in the queue of its account, or a stranger's in the queue for uncached work if it is `queued`, else in that of the network.
 */
async function runQueued<T>(
  shop: Shop,
  request: FastifyRequest,
  { queued, waitsForProvider, limit }: { queued: boolean; waitsForProvider?: boolean | undefined; limit?: CountsCall | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const { ip, visitor } = request;
  const { shedding } = shop;
  if (limit) await runQueued(shop, request, { queued: false }, () => limit(ip));
  if (visitor) return shedding.queueForAccount({ ip, userId: visitor.userId, waitsForProvider }, work);
  return queued ? shedding.queueUncached(request, work) : shedding.queueForStranger(request, work);
}

/** Validates input against an endpoint. */
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

/** @returns undefined without an access token of this shop: the request is about to be refused */
async function readAhead<A>(shop: Shop, request: FastifyRequest, reads: SharedReads<A>): Promise<A | undefined> {
  const person = await signedPerson(shop, request);
  return person ? reads.read(person.userId) : undefined;
}
