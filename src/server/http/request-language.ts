import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, RequestListener } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { language, readLanguageWith, splitLanguage, type Language } from "#words/language.ts";

const spoken = new AsyncLocalStorage<Language>();
readLanguageWith(() => spoken.getStore() ?? "en");

/** Runs `work` with its texts in a language. */
export function inLanguage<T>(wanted: Language, work: () => T): T {
  return wanted === language() ? work() : spoken.run(wanted, work);
}

const inSpanish = new WeakSet<IncomingMessage>();

/** Takes the language off the address of a call: `/es/api/cart/get` is `/api/cart/get` with messages in Spanish. */
export function takeLanguage(others: RequestListener): RequestListener {
  return (request, response) => {
    const { address } = splitLanguage(request.url ?? "");
    if (address.startsWith("/api/") && address !== request.url) {
      request.url = address;
      inSpanish.add(request);
    }
    others(request, response);
  };
}

/** Answers each request in its language. */
export function answerInLanguage(app: FastifyInstance): void {
  // Twice, because what runs after the body has been read has lost the first one.
  app.addHook("onRequest", answer);
  app.addHook("preValidation", answer);
}

function answer(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  inLanguageOf(request, done);
}

/** Runs `work` with its texts in the language of a call, if that was lost while the body was read. */
export function inLanguageOf<T>({ raw }: Pick<FastifyRequest, "raw">, work: () => T): T {
  return inSpanish.has(raw) ? inLanguage("es", work) : work();
}
