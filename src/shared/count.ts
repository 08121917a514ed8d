import { t } from "#words/t.ts";

/** A count with separators: `5,000`. */
export const formatCount = (count: number): string => count.toLocaleString(t("en-US"));
