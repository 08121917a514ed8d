import { t } from "#words/t.ts";

/** Default labels of a question's buttons (STAT-7). */
export const CONFIRM_WORDS = { confirm: t("OK"), deny: t("No"), cancel: t("Cancel") } as const;
