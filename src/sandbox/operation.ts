import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Fault, Faults } from "./faults.ts";

/** Longest accepted body, in bytes. */
export const BODY_LIMIT = 256 * 1024;

export interface Answer {
  status: number;
  body: object;
  headers?: Record<string, string>;
}

/** A provider's error, in its own format. */
export class ProviderError extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(JSON.stringify(answer.body));
    this.answer = answer;
  }
}

interface Operation {
  /** The name used by faults. */
  name: string;
  method: "GET" | "POST";
  url: string;
  faults: Faults;
  /** Creates the provider's error for the fault `refuse`. */
  errorOf: (issue: string) => ProviderError;
  /** The response to an internal failure. */
  failure: () => Answer;
}

/** Serves one API call of a provider, with its active faults. */
export function serveOperation(
  app: FastifyInstance,
  operation: Operation,
  handler: (request: FastifyRequest, faults: readonly Fault[]) => Promise<Answer>,
): void {
  const { name, method, url } = operation;
  app.route({
    method,
    url,
    handler: async (request, reply) => {
      const faults = await operation.faults.take(name);
      const is = (effect: Fault["effect"]) => faults.some((fault) => fault.effect === effect);
      for (const fault of faults) if (fault.effect === "slow") await delay(fault.ms);
      if (is("cut-before")) return cut(request, reply);
      if (is("fail-before")) return send(reply, operation.failure());
      const refused = faults.find((fault) => fault.effect === "refuse");
      if (refused) throw operation.errorOf(refused.issue ?? "");
      const answer = await handler(request, faults);
      if (is("cut-after")) return cut(request, reply);
      return send(reply, is("fail-after") ? operation.failure() : answer);
    },
  });
}

/** Closes the connection, so that the client can't know the outcome. */
function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}

export const send = (reply: FastifyReply, { status, body, headers = {} }: Answer) =>
  reply
    .code(status)
    .headers({ "cache-control": "no-store", ...headers })
    .send(body);
