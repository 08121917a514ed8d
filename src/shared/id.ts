import * as z from "zod/mini";

/** An id: a UUIDv7 in lower case without dashes, as the addresses of pages need it. */
export const id = z.string().check(z.regex(/^[0-9a-f]{32}$/, "is no id"));
