import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

/** What OWASP recommends for argon2id, the package's default: 19 MiB, two passes. It runs off the main thread. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The same characters typed on another keyboard are the same password. */
const typed = (password: string) => password.normalize("NFKC");

/** What the database stores of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(typed(password), COST);
}

/** Compared where there is no account, so that the answer takes as long. */
const nobodys = hashPassword(randomBytes(32).toString("hex"));

/** Whether a password matches a hash; false without a hash (no such account), after the same time. */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobodys), typed(password));
  return matches && passwordHash !== undefined;
}
