import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { refuse } from "#server/http/errors.ts";
import { FairQueue } from "#server/limits/fair-queue.ts";
import { t } from "#words/t.ts";

/** What OWASP recommends for argon2id, the package's default: 19 MiB, two passes. It runs off the main thread. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing takes one of the four threads that also read files and verify tokens. Two stay free, and networks take turns, so that a burst of
 * logins from one network holds up neither pictures nor other people's logins.
 */
const queue = new FairQueue({ slots: 2, waiting: 1000, waitingPerKey: 1000, waitMs: 10_000 });
const busy = () => refuse.busy(t("Too many people are logging in right now. Try again in a moment."));

/** The same characters typed on another keyboard are the same password. */
const typed = (password: string) => password.normalize("NFKC");

/**
 * What the database stores for a password.
 * @param queueKey who waits in the queue: a network or a person
 * @throws Refusal 503 when too many are hashed right now
 */
export function hashPassword(password: string, queueKey = ""): Promise<string> {
  return queue.run(queueKey, () => hash(typed(password), COST), busy);
}

/** The hash of a password that nobody knows. */
export const nobodysHash = hashPassword(randomBytes(32).toString("hex"));

/** Whether a password matches a hash; false without a hash (no such account), after the same time. @throws as {@link hashPassword} */
export async function isPassword(password: string, passwordHash: string | undefined, queueKey = ""): Promise<boolean> {
  const compared = passwordHash ?? (await nobodysHash);
  const matches = await queue.run(queueKey, () => verify(compared, typed(password)), busy);
  return matches && passwordHash !== undefined;
}
