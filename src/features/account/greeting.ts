import type { User } from "./contract.ts";

/** How a letter begins: with the name once the address is confirmed. Until then a stranger may have typed both. */
export function greeting({ name, verify_email }: Pick<User, "name" | "verify_email">): string {
  return verify_email ? `Hello ${name},` : "Hello,";
}
