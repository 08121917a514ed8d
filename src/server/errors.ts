import * as z from "zod";

// Contracts use zod/mini, which brings no words of its own.
z.config(z.locales.en());

/** An answer that refuses; made here alone. `fields` go into the JSON body beside the envelope. */
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

export const refuse = {
  /** 400; the message names the field. */
  badInput: (message: string) => new Refusal(400, message),
  /** 401: nobody, or an access token that no longer counts. */
  unauthenticated: (message = "Please Login") => new Refusal(401, message),
  forbidden: (message = "Do not have permission") => new Refusal(403, message),
  notFound: (what: string) => new Refusal(404, `${what} not found`),
  /** 405: the path answers other methods. */
  wrongMethod: (allowed: string[]) => new Refusal(405, `Use ${allowed.join(" or ")}`, {}, { allow: allowed.join(", ") }),
  /** 409: the state of the shop does not allow it; `data` says what the state is. */
  conflict: (message: string, data?: unknown) => new Refusal(409, message, data === undefined ? {} : { data }),
  unprocessable: (message: string) => new Refusal(422, message),
  tooMany: (seconds: number) =>
    new Refusal(429, `Too many tries. Please try again in ${inWords(seconds)}.`, {}, { "retry-after": String(seconds) }),
  unavailable: () => new Refusal(503, "The shop is taking a short break. Please try again in a moment.", {}, { "retry-after": "2" }),
};

function inWords(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

/** Turns a failed check into a 400 whose message begins with the field's name. */
export function badInput(error: z.core.$ZodError): Refusal {
  const issue = error.issues[0];
  const field = issue?.path.join(".") || "body";
  return refuse.badInput(`${field} ${readable(issue?.message ?? "is wrong")}`);
}

/** zod says `Invalid input: expected string, received undefined`; a person reads `is required`. */
function readable(message: string): string {
  if (message.endsWith("received undefined")) return "is required";
  const words = message.replace(/^Invalid input: /, "").replace(/^Too (small|big): /, "");
  return words.startsWith("expected") ? `is wrong: ${words}` : words;
}

// Connection failures, and PostgreSQL's classes 08 (connection), 57 (shutdown, starting up, cancelled), 55P03 (lock not had in time)
// and 53300 (too many connections).
const AWAY_STATE = /^(08|57)|^(53300|55P03)$/;
const AWAY =
  /Query read timeout|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|Connection terminated|connection timeout|timeout exceeded when trying to connect|not queryable|has ended/i;

/** Whether a failure means that the database cannot be reached at the moment. */
export function isDatabaseAway(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    const code = "code" in e && typeof e.code === "string" ? e.code : "";
    if (AWAY_STATE.test(code) || AWAY.test(code) || AWAY.test(e.message)) return true;
  }
  return false;
}

/**
 * The one place where a failure becomes an HTTP answer. What is no refusal gives 503 while the database is away, else a 500 without inner text.
 * @returns the refusal to answer with, and whether the failure is a defect to be logged.
 */
export function toRefusal(error: unknown): { refusal: Refusal; defect: boolean } {
  if (error instanceof Refusal) return { refusal: error, defect: false };
  if (isDatabaseAway(error)) return { refusal: refuse.unavailable(), defect: false };
  const status = (error as { statusCode?: unknown }).statusCode;
  // Fastify's own refusals: malformed JSON, a body too large, a media type it does not read.
  if (typeof status === "number" && status >= 400 && status < 500) {
    const message = status === 413 ? "The request is too large" : status === 415 ? "Send JSON" : "The body is no valid JSON";
    return { refusal: new Refusal(status, message), defect: false };
  }
  return { refusal: new Refusal(500, "Something went wrong on our side. Please try again."), defect: true };
}
