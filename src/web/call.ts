import { data } from "react-router";
import type { Endpoint, Envelope, InputOf, ReplyOf } from "#shared/endpoint.ts";
import { bearerHeader, renewTokens } from "./tokens.ts";

export type Answer<E extends Endpoint> = ReplyOf<E> & Envelope;
type InProcessCall = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<ReplyOf<E>>;

/** A call that was refused, or that nobody answered (`status` 0). The message can be shown to a person. */
export class CallError extends Error {
  readonly status: number;
  /** What the refusal says beside its message, for example the pieces left. */
  readonly data: unknown;
  /** The whole answer; null where it was no JSON. */
  readonly body: unknown;

  constructor(status: number, message: string, data?: unknown, body: unknown = null) {
    super(message);
    this.status = status;
    this.data = data;
    this.body = body;
  }
}

/** What a person reads when nobody answered. */
export const NO_ANSWER = "No answer from the shop. Please check your connection and try again.";

let inProcess: InProcessCall | undefined;

/** The server hands in how calls are answered while it renders. */
export function answerInProcess(answer: InProcessCall): void {
  inProcess = answer;
}

interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Makes a repeated request give the same result. */
  idempotencyKey?: string;
  /** What the path names. */
  params?: Readonly<Record<string, string>>;
  /** Sent instead of the stored access token; a 401 is then final. */
  bearer?: string;
}

/**
 * Makes a call of the API. In the browser it carries the stored access token, and a 401 is tried once more after a
 * refresh (ACC-10); during server rendering it is answered in the process, as an anonymous visitor.
 * @throws CallError when the call is refused or not answered
 */
export async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: CallOptions = {}): Promise<Answer<E>> {
  if (inProcess) {
    try {
      return Object.assign({ success: true, error: false, message: "" }, await inProcess(endpoint, input)) as Answer<E>;
    } catch (error) {
      const status = (error as { status?: unknown }).status;
      if (typeof status !== "number") throw error;
      // The page itself is to be answered so, not as a defect.
      if (status === 503) throw data(null, { status });
      throw new CallError(status, (error as Error).message);
    }
  }
  const { bearer } = options;
  if (bearer) return read<E>(await send(endpoint, input, options, `Bearer ${bearer}`));
  return sendRenewed<E>((stored) => send(endpoint, input, options, stored));
}

/**
 * Sends with the stored access token; after a 401 once more, with a new one (ACC-10).
 * @throws CallError when the call is refused or not answered
 */
export async function sendRenewed<E extends Endpoint>(sendWith: SendWith): Promise<Answer<E>> {
  return read<E>(await renewed(sendWith));
}

type SendWith = (bearer: string | undefined) => Promise<Response>;

async function renewed(sendWith: SendWith): Promise<Response> {
  const bearer = bearerHeader();
  const first = await sendWith(bearer);
  if (first.status !== 401 || !bearer) return first;
  const renewal = await renewTokens(bearer);
  if (renewal === "unanswered") throw new CallError(0, NO_ANSWER);
  return renewal === "fresh" ? sendWith(bearerHeader()) : first;
}

/**
 * Makes a call that answers a document.
 * @throws CallError when it is refused or not answered
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: Pick<CallOptions, "params"> = {},
): Promise<Blob> {
  const response = await renewed((bearer) => send(endpoint, input, options, bearer));
  if (!response.ok) await read(response);
  return response.blob().catch(() => {
    throw new CallError(0, NO_ANSWER);
  });
}

/** One server-sent event. */
export interface ServerEvent {
  event: string;
  data: unknown;
}

/**
 * Listens to an endpoint of server-sent events, until it ends or is aborted.
 * @throws CallError when the call is refused or not answered
 */
export async function* listen<E extends Endpoint>(endpoint: E, input: InputOf<E>, signal: AbortSignal): AsyncGenerator<ServerEvent> {
  const response = await renewed((bearer) => send(endpoint, input, { signal }, bearer));
  if (!response.ok || !response.body) throw await read(response).then(() => new CallError(0, NO_ANSWER));
  let waiting = "";
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (waiting + value).split("\n\n");
    waiting = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = new Map(block.split("\n").map((line) => [line.split(":", 1)[0], line.slice(line.indexOf(":") + 1).trim()]));
      const [event, data] = [fields.get("event"), fields.get("data")];
      if (event && data) yield { event, data: JSON.parse(data) as unknown };
    }
  }
}

async function send(endpoint: Endpoint, input: unknown, options: CallOptions, bearer: string | undefined): Promise<Response> {
  const headers: Record<string, string> = {};
  if (bearer) headers.authorization = bearer;
  if (options.idempotencyKey) headers["idempotency-key"] = options.idempotencyKey;
  let address = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(options.params?.[name] ?? ""));
  let body: string | null = null;
  if (endpoint.method === "GET") {
    const fields = Object.entries((input ?? {}) as Record<string, unknown>);
    const query = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)]));
    if (query.size > 0) address += `?${query}`;
  } else {
    headers["content-type"] = "application/json";
    body = JSON.stringify(input ?? {});
  }
  try {
    return await fetch(address, { method: endpoint.method, headers, body, credentials: "same-origin", signal: options.signal ?? null });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new CallError(0, NO_ANSWER);
  }
}

async function read<E extends Endpoint>(response: Response): Promise<Answer<E>> {
  const answer = (await response.json().catch(() => null)) as (Answer<E> & { data?: unknown }) | null;
  if (answer && response.ok && answer.success) return answer;
  throw new CallError(response.status, answer?.message || "Something went wrong. Please try again.", answer?.data, answer);
}

/** The words to show for a failure. */
export function messageOf(error: unknown): string {
  return error instanceof CallError ? error.message : "Something went wrong. Please try again.";
}
