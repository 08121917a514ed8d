import type * as z from "zod";
import { plural, t } from "#words/t.ts";
import { isDatabaseUnavailable } from "../db/unavailable.ts";
import { aboutField, calledInSpanish, said } from "./check-messages.ts";

/** An error response, thrown to refuse a request; created only in this file. `fields` are added to the JSON body. */
export class Refusal extends Error {
  readonly status: number;
  readonly fields: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.fields = fields;
    this.headers = headers;
  }
}

/** The shop's refusals, to be thrown. Messages are shown to people. */
export const refuse = {
  /** 400; the field is named by the message or by `field`. */
  badInput: (message: string, field?: string) => new Refusal(400, message, field === undefined ? {} : { field }),
  /** 400 whose message starts with the field's name, in Spanish with what people call it: then `field` has the API's name. */
  badField: (field: string, words: string) => refuse.badInput(aboutField(field, words), calledInSpanish(field) && field),
  /** 401: no access token, or an invalid one. */
  unauthenticated: (message = t("Please Login"), data?: unknown) => new Refusal(401, message, data === undefined ? {} : { data }),
  forbidden: (message = t("Do not have permission")) => new Refusal(403, message),
  notFound: (message: string) => new Refusal(404, message),
  /** 405: the path exists with other methods. */
  wrongMethod: (allowed: string[]) =>
    new Refusal(405, t("Use {methods}", { methods: allowed.join(t(" or ")) }), {}, { allow: allowed.join(", ") }),
  /** 409: the current state doesn't allow it; `data` describes that state. */
  conflict: (message: string, data?: unknown) => new Refusal(409, message, data === undefined ? {} : { data }),
  /** 422: understood, but it can't be done; `data` says more about it. */
  unprocessable: (message: string, data?: unknown) => new Refusal(422, message, data === undefined ? {} : { data }),
  tooMany: (seconds: number, what = t("Too many tries")) =>
    new Refusal(429, t("{what}. Please try again in {time}.", { what, time: inWords(seconds) }), {}, { "retry-after": String(seconds) }),
  /** 413; the message names the field. */
  tooLarge: (message: string) => new Refusal(413, message),
  /** 415; the message says what to send. */
  wrongType: (message: string) => new Refusal(415, message),
  /** 503: too much at once. */
  busy: (message: string) => new Refusal(503, message, {}, { "retry-after": "5" }),
  unavailable: (message = t("The shop is taking a short break. Please try again in a moment.")) =>
    new Refusal(503, message, {}, { "retry-after": "2" }),
  /** 503 for probes, naming the parts that are missing. */
  notReady: (parts: readonly string[]) => new Refusal(503, `Not ready: ${parts.join(", ")}`, { notReady: parts }, { "retry-after": "2" }),
};

function inWords(seconds: number): string {
  if (seconds < 90) return plural(seconds, "{count} second", "{count} seconds");
  if (seconds <= 7200) return plural(Math.ceil(seconds / 60), "{count} minute", "{count} minutes");
  return plural(Math.ceil(seconds / 3600), "{count} hour", "{count} hours");
}

/** Turns a failed check into a 400 about the first field that is wrong. */
export function badInput(error: z.core.$ZodError): Refusal {
  const issue = error.issues[0];
  return refuse.badField(issue?.path.join(".") || "body", issue ? said(issue) : t("is wrong"));
}

/** Fastify's own errors: malformed JSON, body too large, unsupported media type. */
const WORDS: Partial<Record<number, () => string>> = {
  400: () => t("The body is not valid JSON"),
  413: () => t("The request is too large"),
  415: () => t("Send JSON"),
};

/**
 * The only place where errors become HTTP responses. Anything but a refusal becomes 503 if the database is unavailable, else 500
 * without details.
 * @returns the refusal to respond with, and whether the error is a defect to be logged.
 */
export function toRefusal(error: unknown): { refusal: Refusal; defect: boolean } {
  if (error instanceof Refusal) return { refusal: error, defect: false };
  if (isDatabaseUnavailable(error)) return { refusal: refuse.unavailable(), defect: false };
  const status = (error as { statusCode?: unknown }).statusCode;
  if (typeof status === "number" && status >= 400 && status < 500) {
    return { refusal: new Refusal(status, WORDS[status]?.() ?? t("The request cannot be answered")), defect: false };
  }
  return { refusal: new Refusal(500, t("Something went wrong on our side. Please try again.")), defect: true };
}
