import { z } from "zod";
import { wrongParameter } from "./errors.ts";

/**
 * Parses a body; unknown fields are dropped.
 * @throws ProviderError 400 that names the parameter
 */
export function read<S extends z.ZodType>(shape: S, body: unknown): z.output<S> {
  const parsed = shape.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = issue!.path.map(String).join(".");
  throw wrongParameter(param, `${param || "body"}: ${issue!.message}`);
}

export const email = z.email().min(5).max(50);
export const metadata = z
  .record(z.string().max(30), z.union([z.string().max(2000), z.number(), z.boolean()]))
  .refine((pairs) => Object.keys(pairs).length <= 20, "at most 20 pairs");
export const currency = z.enum(["PEN", "USD"]);
