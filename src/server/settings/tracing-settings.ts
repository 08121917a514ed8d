import { z } from "zod";
import { baseAddress, httpAddress } from "./http-address.ts";

const text = z.string().trim().min(1);
const trueFalse = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.enum(["true", "false"]))
  .transform((value) => value === "true");
/** `name=value,name=value`, values percent-encoded. */
const pairs = text.transform((value, context) => {
  const entries = value.split(",").map((pair) => /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair));
  try {
    return Object.fromEntries(entries.map((entry) => [entry![1]!, decodeURIComponent(entry![2]!)]));
  } catch {
    context.addIssue({ code: "custom", message: "is not a list such as name=value,name=value" });
    return z.NEVER;
  }
});

const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** OpenTelemetry's standard names, as far as they concern traces. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: baseAddress.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpAddress.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(["http/json", "http/protobuf"], "must be http/json: traces are sent as JSON over HTTP, usually to port 4318")
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.optional(),
  OTEL_TRACES_EXPORTER: z.enum(["otlp", "none"]).default("otlp"),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number<string>().min(0).max(1).default(1),
  OTEL_SERVICE_NAME: text.optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs.optional(),
  OTEL_SDK_DISABLED: trueFalse.default(false),
};

const shape = z.object(tracingSettings);

/** Where traces go, and which. */
export interface TracingConfig {
  url: string;
  headers: Record<string, string>;
  /** Who sends them. */
  resource: Record<string, string>;
  /** The part of requests and jobs that is traced, from 0 to 1. */
  ratio: number;
  /** Whether a caller that is traced itself decides instead. */
  followsCaller: boolean;
}

const RATIOS = { on: 1, off: 0 } as const;

/** @returns undefined unless an address is set */
export function toTracing(value: z.output<typeof shape>): TracingConfig | undefined {
  const base = value.OTEL_EXPORTER_OTLP_ENDPOINT;
  const url = value.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base}/v1/traces`);
  if (!url || value.OTEL_SDK_DISABLED || value.OTEL_TRACES_EXPORTER === "none") return undefined;
  const always = /always_(on|off)$/.exec(value.OTEL_TRACES_SAMPLER)?.[1] as keyof typeof RATIOS | undefined;
  return {
    url,
    headers: value.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    resource: {
      "service.name": "despensa",
      ...value.OTEL_RESOURCE_ATTRIBUTES,
      ...(value.OTEL_SERVICE_NAME && { "service.name": value.OTEL_SERVICE_NAME }),
    },
    ratio: always ? RATIOS[always] : value.OTEL_TRACES_SAMPLER_ARG,
    followsCaller: value.OTEL_TRACES_SAMPLER.startsWith("parentbased_"),
  };
}
