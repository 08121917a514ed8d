import { sql, type SQL } from "drizzle-orm";
import { STEP_GRAMS } from "#shared/weights.ts";

/** How product `p` is sold, as files say it: `piece`, `weight`, or what a weighed piece is about, as `300 g`. */
export const soldBy = sql`case p.weighed_by when 'weight' then 'weight' when 'piece' then p.weighed_grams || ' g' else 'piece' end`;

/** The column `weighed_by` for such a text. Rows that were checked by older versions have none. */
export const weighedByOf = (text: SQL) =>
  sql`case coalesce(${text}, 'piece') when 'piece' then null when 'weight' then 'weight' else 'piece' end`;

/** The column `weighed_grams` for such a text. */
export const weighedGramsOf = (text: SQL) => sql`case coalesce(${text}, 'piece') when 'piece' then null
  when 'weight' then ${STEP_GRAMS}::int else split_part(${text}, ' ', 1)::int end`;
