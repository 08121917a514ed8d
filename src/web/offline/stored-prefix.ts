/** Local storage keys of what is stored for reading offline begin with this; `session.ts` removes them when the person changes. */
export const STORED_PREFIX = "stored-";
