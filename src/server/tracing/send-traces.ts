import type { FastifyBaseLogger } from "fastify";
import type { TracingConfig } from "../settings/tracing-settings.ts";
import { VERSION } from "../version.ts";
import { recordWith, type Attributes, type Span } from "./spans.ts";

/** Spans are sent this long after the first one at the latest. */
const SEND_EVERY_MS = 5000;
/** Spans of one request to the collector. */
const AT_ONCE = 512;
/** Spans that wait to be sent. More are dropped: a collector that is down must not fill the memory. */
const WAITING = 4096;
const SEND_WITHIN_MS = 5000;
const WARN_EVERY_MS = 60_000;

/**
 * Records traces and sends them to a collector, as OTLP's JSON over HTTP. Whatever happens to the collector, the shop keeps running.
 * @returns a function that sends the rest and ends it
 */
export function sendTraces({ url, headers, resource, ratio, followsCaller }: TracingConfig, log: Pick<FastifyBaseLogger, "warn">) {
  let waiting: Span[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let warnedAt = -Infinity;

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.splice(0, AT_ONCE);
      try {
        await send(spans);
      } catch (error) {
        if (performance.now() - warnedAt > WARN_EVERY_MS) log.warn({ err: error }, "traces could not be sent");
        warnedAt = performance.now();
        waiting = [];
      }
    }
  }

  /** One request at a time. */
  function sendNow(): void {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendAll().finally(() => (sending = undefined));
  }

  async function send(spans: readonly Span[]): Promise<void> {
    const scopeSpans = [{ scope: { name: "despensa", version: VERSION }, spans: spans.map(toOtlp) }];
    const body = JSON.stringify({ resourceSpans: [{ resource: { attributes: toPairs(resource) }, scopeSpans }] });
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
      signal: AbortSignal.timeout(SEND_WITHIN_MS),
    });
    await response.text();
    if (!response.ok) throw new Error(`The collector answered ${response.status}`);
  }

  recordWith({
    isWanted: (traceId, caller) => (followsCaller && caller ? caller.isTraced : Number.parseInt(traceId.slice(-13), 16) < ratio * 2 ** 52),
    ended(span) {
      if (waiting.length >= WAITING) return;
      waiting.push(span);
      if (waiting.length >= AT_ONCE) sendNow();
      else timer ??= setTimeout(sendNow, SEND_EVERY_MS).unref();
    },
  });

  return async (): Promise<void> => {
    recordWith(undefined);
    clearTimeout(timer);
    await sending;
    await sendAll();
  };
}

const STATUS_ERROR = 2;

function toOtlp({ traceId, id, parentId, kind, name, attributes, hasFailed, beganAt, endedAt }: Span) {
  return {
    traceId,
    spanId: id,
    ...(parentId && { parentSpanId: parentId }),
    name,
    kind,
    startTimeUnixNano: toNanoseconds(beganAt),
    endTimeUnixNano: toNanoseconds(endedAt),
    attributes: toPairs(attributes),
    status: hasFailed ? { code: STATUS_ERROR } : {},
  };
}

/** In microseconds first: nanoseconds since 1970 exceed what a number can hold. */
const toNanoseconds = (ms: number) => `${Math.round(ms * 1000)}000`;

const toPairs = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
  }));
