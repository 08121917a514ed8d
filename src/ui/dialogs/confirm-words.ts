/** Default labels of a question's buttons (STAT-7). */
export const CONFIRM_WORDS = { confirm: "OK", deny: "No", cancel: "Cancel" } as const;
