/** Collapses whitespace and line breaks, so that texts can be compared. */
export const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
