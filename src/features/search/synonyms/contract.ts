import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { line } from "#shared/line.ts";
import { RESTORE_DAYS } from "../../catalogue/admin/contract.ts";
import { product, search } from "../../catalogue/contract.ts";

/** Words that search treats alike, as admins write them: `palta = aguacate = avocado`, or one way, `soda → soft drink`. */
const rule = line(300);

const synonym = z.object({ _id: id, rule: z.string() });
export type Synonym = z.output<typeof synonym>;

export const listSynonyms = endpoint({
  method: "GET",
  path: "/api/search/synonyms",
  access: "manager",
  summary: "The synonyms that admins added, newest first; the built-in ones apply as well",
  reply: z.object({ data: z.array(synonym) }),
});

export const addSynonym = endpoint({
  method: "POST",
  path: "/api/search/synonyms",
  access: "manager",
  summary: "Add a synonym: 2 to 10 words or phrases with = between them, or one, an arrow (→ or ->) and what it also finds",
  input: z.object({ rule }),
  reply: z.object({ data: synonym }),
});

export const changeSynonym = endpoint({
  method: "PUT",
  path: "/api/search/synonyms",
  access: "manager",
  summary: "Change a synonym",
  input: z.object({ _id: id, rule }),
  reply: z.object({ data: synonym }),
});

export const deleteSynonym = endpoint({
  method: "DELETE",
  path: "/api/search/synonyms",
  access: "manager",
  summary: `Delete a synonym. It can be restored for ${RESTORE_DAYS} days`,
  input: z.object({ _id: id }),
  reply: z.object({}),
});

export const restoreSynonym = endpoint({
  method: "POST",
  path: "/api/search/synonyms/restore",
  access: "manager",
  summary: "Restore a deleted synonym",
  input: z.object({ _id: id }),
  reply: z.object({ data: synonym }),
});

const found = z.object({ totalCount: z.int(), data: z.array(product) });

export const previewSynonym = endpoint({
  method: "POST",
  path: "/api/search/synonyms/preview",
  access: "manager",
  summary: "What a search finds now, and what it would find with this synonym: the first 6 products of each",
  input: z.object({ rule, search, /** The synonym that it would replace. */ _id: z.optional(id) }),
  reply: z.object({ before: found, after: found }),
});
