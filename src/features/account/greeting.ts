import type { Account } from "./store.ts";

/** The greeting of an email. It uses the name only if the address is confirmed: a stranger may have typed both. */
export function greeting({ name, isConfirmed }: Pick<Account, "name" | "isConfirmed">): string {
  return isConfirmed ? `Hello ${name},` : "Hello,";
}
