/** What the buttons of a question say unless told otherwise (STAT-7). */
export const CONFIRM_WORDS = { confirm: "OK", deny: "No", cancel: "Cancel" } as const;
