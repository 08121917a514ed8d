import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { params, ROOT } from "../contract.ts";

export const importPictures = z.object({
  waiting: z.int(),
  fetched: z.int(),
  failed: z.int(),
  /** The first 100 that could not be fetched, with the reason, phrased to follow the address. */
  failures: z.array(z.object({ productId: id, name: z.string(), address: z.string(), reason: z.string() })),
});
export type ImportPictures = z.output<typeof importPictures>;

export const getImportPictures = endpoint({
  method: "GET",
  path: `${ROOT}/:importId/pictures`,
  access: "manager",
  summary: "How many pictures of an import have been copied from other servers, and which could not be",
  params,
  reply: z.object({ data: importPictures }),
});
