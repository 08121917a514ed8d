import { data } from "react-router";
import type { Endpoint, Envelope, InputOf, ReplyOf } from "#shared/endpoint.ts";
import { t } from "#words/t.ts";
import { language, prefixOf } from "#words/language.ts";
import { takeAhead } from "./ahead.ts";
import { bearerHeader, ownerOfTokens, renewTokens } from "./session/tokens.ts";

export type Answer<E extends Endpoint> = ReplyOf<E> & Envelope;
type InProcessCall = <E extends Endpoint>(endpoint: E, input: InputOf<E>, params: Params) => Promise<ReplyOf<E>>;
type Params = Readonly<Record<string, string>>;

/** A call that was refused, or got no response (`status` 0). The message can be shown to a person. */
export class CallError extends Error {
  readonly status: number;
  /** The refusal's details, for example how many pieces are left. */
  readonly data: unknown;
  /** The whole response body; null when it was not JSON. */
  readonly body: unknown;

  constructor(status: number, message: string, data?: unknown, body: unknown = null) {
    super(message);
    this.status = status;
    this.data = data;
    this.body = body;
  }
}

/** The details of a call refused with this status, which the shop itself wrote; undefined if it gave none. */
export function detailsOf(error: unknown, status: number): object | undefined {
  if (!(error instanceof CallError) || error.status !== status) return undefined;
  return typeof error.data === "object" && error.data !== null ? error.data : undefined;
}

/** Whether the shop, or something in front of it, refused a call for certain. After a 5xx the call may have been carried out. */
export const isRefused = (error: unknown): error is CallError => error instanceof CallError && error.status >= 400 && error.status < 500;

/** The failure of a call without a response of the shop: offline, cut off, or from something in front of it. */
export function noResponse(cause?: unknown): CallError {
  const error = new CallError(0, NO_RESPONSE);
  error.cause = cause;
  return error;
}

let responded: boolean | undefined;
/** Whether the last call got a response; undefined before the first. */
export const lastResponded = () => responded;

function noteResponse(came: boolean): void {
  responded = came;
}

/** Longer than the shop takes to respond: by then the connection is lost. */
const RESPONSE_WITHIN_MS = 20_000;
const NO_RESPONSE = t("No response from the shop. Check your connection and try again.");

let inProcess: InProcessCall | undefined;

/** Set by the server: answers calls in the process while it renders. */
export function answerInProcess(answer: InProcessCall): void {
  inProcess = answer;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Makes repeating the request safe. */
  idempotencyKey?: string;
  /** Values for the placeholders of the path. */
  params?: Params;
  /** Sent even if the page is left at once. For small requests only. */
  keepalive?: boolean;
  /** Sent instead of the stored access token; a 401 is then final. */
  bearer?: string;
}

/**
 * Calls the API. In the browser the request carries the stored access token, and a 401 is retried once after a refresh
 * (ACC-10). During server rendering the call is answered in the process, as for an anonymous visitor.
 * @throws CallError when the call is refused or gets no response
 */
export async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: CallOptions = {}): Promise<Answer<E>> {
  if (inProcess) {
    try {
      return Object.assign(
        { success: true, error: false, message: "" },
        await inProcess(endpoint, input, options.params ?? {}),
      ) as Answer<E>;
    } catch (error) {
      const status = (error as { status?: unknown }).status;
      if (typeof status !== "number") throw error;
      // The page gets this status too; it is not a defect of the page.
      if (status === 503) throw data(null, { status });
      throw new CallError(status, (error as Error).message);
    }
  }
  const ahead = takeAhead(endpoint, input);
  if (ahead) return ahead as Promise<Answer<E>>; // stored under this endpoint
  const { bearer } = options;
  if (bearer) return read<E>(await send(endpoint, input, options, `Bearer ${bearer}`));
  return sendRenewed<E>((stored) => send(endpoint, input, options, stored));
}

/**
 * Sends with the stored access token, and after a 401 once more with a renewed one (ACC-10).
 * @throws CallError when the call is refused or gets no response
 */
export async function sendRenewed<E extends Endpoint>(sendWith: SendWith): Promise<Answer<E>> {
  return read<E>(await renewed(sendWith));
}

type SendWith = (bearer: string | undefined) => Promise<Response>;

/** The response to a request sent with the stored access token, and after a 401 to one sent with a renewed token. */
export async function renewed(sendWith: SendWith): Promise<Response> {
  const bearer = bearerHeader();
  const person = personOfTokens();
  const first = await sendWith(bearer);
  if (first.status !== 401 || !bearer) return first;
  const renewal = await renewTokens(bearer);
  if (renewal === "unanswered") throw noResponse();
  // Somebody else may have logged in meanwhile.
  const isTheirs = !person || person === personOfTokens();
  return renewal === "fresh" && isTheirs ? sendWith(bearerHeader()) : first;
}

const personOfTokens = () => ownerOfTokens()?.split(" ")[0];

/** Where an endpoint is called, in the reader's language. */
export const addressOf = ({ path }: Endpoint, params: CallOptions["params"] = {}): string =>
  prefixOf(language()) + path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));

/** The shop answers in JSON, and what stands in front of it may answer with a page. */
const isAnswer = ({ headers }: Response) => /^(?:application\/json|text\/html)\b/.test(headers.get("content-type") ?? "");

/** Receives the rest of a response. @param onPart called with each part of it: a slow line is not a dead one */
async function receive(response: Response, onPart: () => void): Promise<Response> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    text += decoder.decode(part.value, { stream: true });
    onPart();
  }
  return new Response(text + decoder.decode(), response);
}

/** Sends a request, and receives the response unless it is a document or a stream. @throws CallError when it gets no response */
export async function send(endpoint: Endpoint, input: unknown, options: CallOptions, bearer: string | undefined): Promise<Response> {
  const headers: Record<string, string> = {};
  if (bearer) headers.authorization = bearer;
  if (options.idempotencyKey) headers["idempotency-key"] = options.idempotencyKey;
  let address = addressOf(endpoint, options.params);
  let body: string | null = null;
  if (endpoint.method === "GET") {
    const fields = Object.entries((input ?? {}) as Record<string, unknown>);
    const query = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)]));
    if (query.size > 0) address += `?${query}`;
  } else {
    headers["content-type"] = "application/json";
    body = JSON.stringify(input ?? {});
  }
  const timeout = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => timeout.abort(), RESPONSE_WITHIN_MS);
  };
  wait();
  const abort = () => timeout.abort(options.signal?.reason);
  if (options.signal?.aborted) abort();
  options.signal?.addEventListener("abort", abort);
  try {
    const { signal } = timeout;
    const { keepalive = false } = options;
    let response = await fetch(address, { method: endpoint.method, headers, body, credentials: "same-origin", signal, keepalive });
    // A document or a stream may take longer, and `signal` still aborts it. Contracts in the browser don't say which calls have one.
    if (!response.ok || isAnswer(response)) response = await receive(response, wait);
    noteResponse(true);
    return response;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    noteResponse(false);
    throw noResponse(error);
  } finally {
    clearTimeout(timer);
  }
}

/** The body of a response. @throws CallError when the call was refused, or the response isn't the shop's */
export async function read<E extends Endpoint>(response: Response): Promise<Answer<E>> {
  const answer = (await response.json().catch(() => null)) as (Answer<E> & { data?: unknown }) | null;
  if (answer && response.ok && answer.success) return answer;
  // Cut off, or from a gateway: nobody knows whether the call was carried out.
  if ((response.ok || response.status >= 500) && answer?.success === undefined) {
    noteResponse(false);
    throw noResponse();
  }
  throw new CallError(response.status, answer?.message || t("Something went wrong. Please try again."), answer?.data, answer);
}

/** The message to show for a failure. */
export function messageOf(error: unknown): string {
  return error instanceof CallError ? error.message : t("Something went wrong. Please try again.");
}
