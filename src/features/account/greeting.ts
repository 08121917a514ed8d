import { t } from "#words/t.ts";
import type { Account } from "./store.ts";

/** The name to use in an email; undefined unless the address is confirmed. */
export function nameIn({ name, isConfirmed }: Pick<Account, "name" | "isConfirmed">): string | undefined {
  return isConfirmed ? name : undefined;
}

/** The greeting of an email. It uses the name only if the address is confirmed: a stranger may have typed both. */
export function greeting({ name, isConfirmed }: Pick<Account, "name" | "isConfirmed">): string {
  return isConfirmed ? t("Hello {name},", { name }) : t("Hello,");
}
