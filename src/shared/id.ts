import * as z from "zod/mini";

/** An id: a lowercase UUIDv7 without dashes, because page URLs end with it. */
export const ID = /^[0-9a-f]{32}$/;

export const id = z.string().check(z.regex(ID, "is not an id"));

/** An id, or an object with it as `_id`, as in responses. */
export const idOrObject = z.pipe(
  z.union([id, z.object({ _id: id })], "is not an id"),
  z.transform((value: string | { _id: string }) => (typeof value === "string" ? value : value._id)),
);
