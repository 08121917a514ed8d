import * as z from "zod/mini";

/** An id: a lowercase UUIDv7 without dashes, because page URLs end with it. */
export const ID = /^[0-9a-f]{32}$/;

export const id = z.string().check(z.regex(ID, "is not an id"));
