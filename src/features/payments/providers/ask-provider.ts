import { setTimeout as delay } from "node:timers/promises";
import { SPAN_KIND, tracedPart } from "#server/tracing/spans.ts";
import { unexpectedAnswer, note } from "../notes.ts";
import { Unanswered } from "./provider.ts";

/** A request to a provider. */
export interface ProviderRequest {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** Whether sending it twice has the same effect as once, so that it may be retried. */
  repeatable: boolean;
}

/** A provider's response. The body is parsed JSON, or null if it was something else. */
export interface ProviderResponse {
  status: number;
  body: unknown;
}

/** For all tries together: shorter than the time limit of the shopper's call. */
const WITHIN_MS = 12_000;
const TRIES = 3;
const PAUSE_MS = 300;

/**
 * Sends a request to a provider.
 * @returns the response, also of a refusal (4xx)
 * @throws Unanswered when the network, the time limit, or a 429 or 5xx leaves open what happened
 */
export async function askProvider(question: ProviderRequest): Promise<ProviderResponse> {
  const signal = AbortSignal.timeout(WITHIN_MS);
  for (let tries = 1; ; tries++) {
    try {
      return await tracedPart(
        SPAN_KIND.client,
        question.method,
        () => attributesOf(question),
        () => askOnce(question, signal),
      );
    } catch (error) {
      if (!(error instanceof Unanswered) || !question.repeatable || tries === TRIES || signal.aborted) throw error;
      await delay(PAUSE_MS * tries);
    }
  }
}

const attributesOf = ({ method, url }: ProviderRequest) => ({ "http.request.method": method, "server.address": new URL(url).hostname });

async function askOnce({ method, url, headers, body }: ProviderRequest, signal: AbortSignal): Promise<ProviderResponse> {
  // URL only: bodies and headers contain secrets.
  const request = `${method} ${new URL(url).origin}${new URL(url).pathname}`;
  let status: number;
  let text: string;
  try {
    const answer = await fetch(url, { method, headers, body: body ?? null, redirect: "error", signal });
    status = answer.status;
    text = await answer.text();
  } catch (error) {
    throw new Unanswered(note("{request} got no answer: {problem}", { request, problem: (error as Error).name }));
  }
  if (status === 429 || status >= 500) throw new Unanswered(unexpectedAnswer(request, status));
  return { status, body: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
