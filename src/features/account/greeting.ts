import type { Account } from "./store.ts";

/** How an email begins: with the name once the address is confirmed. Until then a stranger may have typed both. */
export function greeting({ name, isConfirmed }: Pick<Account, "name" | "isConfirmed">): string {
  return isConfirmed ? `Hello ${name},` : "Hello,";
}
