import { t } from "#words/t.ts";

/** Whether a text looks like an email address, or what to do otherwise. The server, which checks again, asks for two letters at the end. */
export const isEmail = (text: string): true | string =>
  /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text.trim()) || t("Enter a valid email address");
