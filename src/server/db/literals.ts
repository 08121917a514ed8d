import { sql, type SQL } from "drizzle-orm";

/**
 * Values as literals, so that a plan made for any parameters can use an index whose condition names them.
 * @param values of the code's own, never of a request
 */
export const literals = (values: readonly string[]): SQL => sql.raw(values.map((value) => `'${value}'`).join(", "));
