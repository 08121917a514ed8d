import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { UNDO_DAYS } from "../../../audit/contract.ts";
import { params, reply, ROOT } from "../contract.ts";

export const undoImport = endpoint({
  method: "POST",
  path: `${ROOT}/:importId/undo`,
  access: "manager",
  summary: `Start undoing an import of the last ${UNDO_DAYS} days, in batches: added products are deleted, changed ones get their former values. Those that changed since are left alone`,
  params,
  reply,
});

export const skippedProduct = z.object({ productId: id, name: z.string(), reason: z.string() });
export type SkippedProduct = z.output<typeof skippedProduct>;

export const listSkipped = endpoint({
  method: "GET",
  path: `${ROOT}/:importId/skipped`,
  access: "manager",
  summary: "The first 100 products that undoing an import left alone, with the reason",
  params,
  reply: z.object({ data: z.array(skippedProduct) }),
});

export const skippedProducts = endpoint({
  method: "GET",
  access: "manager",
  media: "text/csv; charset=utf-8",
  path: `${ROOT}/:importId/skipped.csv`,
  summary: "The products that undoing an import left alone, with the reason, as CSV",
  params,
  reply: z.object({}),
});
