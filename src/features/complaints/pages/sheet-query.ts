import { call } from "#web/call.ts";
import { readSheet } from "../contract.ts";

/** A filed sheet, by its key. */
export const sheetQuery = (key: string) => ({
  queryKey: ["complaint-sheet", key],
  queryFn: async () => (await call(readSheet, { key })).data,
});
