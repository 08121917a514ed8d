import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuse } from "./errors.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route limits its time itself. */
    limitsItself?: boolean;
  }
  interface FastifyRequest {
    /** What checking access has left of the time to respond, in ms. */
    timeLeftMs?: number;
  }
}

/** Longest time from the arrival of a request, with its body, to the response. */
export const RESPOND_WITHIN_MS = 14_000;

/**
 * Waits for `work`, but not forever. Work that takes longer continues, since much of it can't be stopped halfway, until it ends or reaches
 * the time limits of the database, the payment providers and the picture storage.
 * @throws Refusal 503 with `Retry-After` when the time is up
 */
export async function inTime<T>(work: Promise<T>, ms = RESPOND_WITHIN_MS): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(refuse.unavailable()), Math.max(0, ms));
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Limits how long every route registered from now on takes until its response begins. A download may then take longer. */
export function respondInTime(app: FastifyInstance): void {
  const begun = new WeakMap<FastifyRequest, () => void>();
  app.addHook("onSend", (request, _reply, _payload, done) => {
    begun.get(request)?.();
    done();
  });

  app.addHook("onRoute", (route) => {
    const { handler, config } = route;
    if (config?.limitsItself) return;
    route.handler = function (request, reply) {
      const responding = new Promise<void>((resolve) => begun.set(request, resolve));
      const work: unknown = handler.call(this, request, reply);
      if (!(work instanceof Promise)) return work;
      // A handler that returns its reply ends when all of that was sent.
      const answer = Promise.race([work, responding]);
      // A file takes as long as the client needs to send it.
      const arrived: Promise<unknown> = config?.streamsBody ? Promise.race([answer, untilArrived(request.raw)]) : Promise.resolve();
      return arrived.then(() => inTime(answer, request.timeLeftMs)).then(() => work);
    };
  });
}

const untilArrived = (body: Readable) => new Promise<void>((resolve) => void body.once("end", resolve).once("close", resolve));
