import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

export type Attributes = Record<string, string | number>;

/** The part a span has in an exchange, as OpenTelemetry numbers them. */
export const SPAN_KIND = { server: 2, client: 3, consumer: 5 } as const;

/** Something that took time, as part of a trace. */
export interface Span {
  readonly traceId: string;
  readonly id: string;
  readonly parentId: string | undefined;
  readonly kind: number;
  name: string;
  readonly attributes: Attributes;
  hasFailed: boolean;
  /** In ms since 1970. */
  readonly beganAt: number;
  endedAt: number;
}

/** Who called, from their `traceparent` header. */
export interface Caller {
  traceId: string;
  id: string;
  isTraced: boolean;
}

export interface Tracer {
  /** Decides whether a new trace is recorded. */
  isWanted(traceId: string, caller: Caller | undefined): boolean;
  ended(span: Span): void;
}

let tracer: Tracer | undefined;
/** The span that the current work is part of, if its trace is recorded. */
const current = new AsyncLocalStorage<Span | undefined>();

/** Records traces from now on; with undefined, no more. */
export function recordWith(next: Tracer | undefined): void {
  tracer = next;
}

export const isTracing = (): boolean => tracer !== undefined;

const now = () => performance.timeOrigin + performance.now();
const newId = (bytes: number) => randomBytes(bytes).toString("hex");

function open(kind: number, name: string, attributes: Attributes, parent: { traceId: string; id?: string }): Span {
  return {
    traceId: parent.traceId,
    id: newId(8),
    parentId: parent.id,
    kind,
    name,
    attributes,
    hasFailed: false,
    beganAt: now(),
    endedAt: 0,
  };
}

/** Begins a trace, or continues the caller's. @returns undefined if it is not recorded */
export function begin(kind: number, name: string, attributes: Attributes = {}, caller?: Caller): Span | undefined {
  const traceId = caller?.traceId ?? newId(16);
  return tracer?.isWanted(traceId, caller) ? open(kind, name, attributes, caller ?? { traceId }) : undefined;
}

export function end(span: Span): void {
  span.endedAt = now();
  tracer?.ended(span);
}

/** Makes what follows in this request part of a span. */
export const enter = (span: Span | undefined): void => current.enterWith(span);

/** Runs work as a trace of its own. Costs nothing while tracing is off. */
export async function traced<T>(kind: number, name: string, work: () => Promise<T>): Promise<T> {
  const span = tracer && begin(kind, name);
  return span ? current.run(span, () => untilDone(span, work)) : tracer ? current.run(undefined, work) : work();
}

/** Runs work as part of the current trace, if there is one. */
export function tracedPart<T>(kind: number, name: string, attributes: () => Attributes, work: () => Promise<T>): Promise<T> {
  const parent = tracer && current.getStore();
  return parent ? untilDone(open(kind, name, attributes(), parent), work) : work();
}

async function untilDone<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    span.hasFailed = true;
    span.attributes["error.type"] = (error as { code?: unknown }).code?.toString() ?? (error as Error).name;
    throw error;
  } finally {
    end(span);
  }
}
