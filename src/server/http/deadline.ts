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
 * @param late aborted when the time is up
 * @throws Refusal 503 with `Retry-After` when the time is up
 */
export async function inTime<T>(work: Promise<T>, ms = RESPOND_WITHIN_MS, late?: AbortController): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const giveUp = () => {
    late?.abort();
    reject(refuse.unavailable());
  };
  const timer = setTimeout(giveUp, Math.max(0, ms));
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

interface Deadline {
  late: AbortController;
  lift(): void;
}
const deadlines = new WeakMap<FastifyRequest, Deadline>();

/** Aborts when a request is refused because its time is up. Undefined for routes that limit it themselves. */
export const refusedSignal = (request: FastifyRequest): AbortSignal | undefined => deadlines.get(request)?.late.signal;

/** Lets a request take any time from now on, since what it does next can't be undone. @throws Refusal 503 when its time was up before */
export function liftDeadline(request: FastifyRequest): void {
  const deadline = deadlines.get(request);
  if (deadline?.late.signal.aborted) throw refuse.unavailable();
  deadline?.lift();
}

/** Limits how long every route registered from now on takes until its response begins. A download may then take longer. */
export function respondInTime(app: FastifyInstance): void {
  app.addHook("onSend", (request, _reply, _payload, done) => {
    deadlines.get(request)?.lift();
    done();
  });

  app.addHook("onRoute", (route) => {
    const { handler, config } = route;
    if (config?.limitsItself) return;
    route.handler = function (request, reply) {
      const late = new AbortController();
      const lifted = new Promise<void>((lift) => deadlines.set(request, { late, lift }));
      const work: unknown = handler.call(this, request, reply);
      if (!(work instanceof Promise)) return work;
      // A handler that returns its reply ends when all of that was sent.
      const answer = Promise.race([work, lifted]);
      // A file takes as long as the client needs to send it.
      const arrived: Promise<unknown> = config?.streamsBody ? Promise.race([answer, untilArrived(request.raw)]) : Promise.resolve();
      return arrived.then(() => inTime(answer, request.timeLeftMs, late)).then(() => work);
    };
  });
}

const untilArrived = (body: Readable) => new Promise<void>((resolve) => void body.once("end", resolve).once("close", resolve));
