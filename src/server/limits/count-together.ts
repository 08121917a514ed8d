import { Refusal } from "../http/errors.ts";
import type { RateLimit } from "./rate-limit.ts";

/** Tries to count with a limit. */
export interface Counted {
  limit: RateLimit;
  key: string;
  tries: number;
}

/** One try with a limit, to count beside others. */
export const once = (limit: RateLimit, key: string): Counted => ({ limit, key, tries: 1 });

/** Counts tries for `work`, all at once, and gives them back if it fails. @throws as {@link RateLimit.count} */
export async function countedUnlessFailed<T>(counts: readonly Counted[], work: () => Promise<T>): Promise<T> {
  const results = await countEach(counts);
  try {
    for (const { refusal } of results) if (refusal) throw refusal;
    return await work();
  } catch (error) {
    await giveBackTogether(countedOf(results));
    throw error;
  }
}

/**
 * Counts tries with several limits at once, with the same result as one after the other: nothing is counted with limits that follow one
 * that refuses. @throws as {@link RateLimit.count}
 */
export async function countTogether(counts: readonly Counted[]): Promise<void> {
  const results = await countEach(counts);
  const at = results.findIndex(({ refusal }) => refusal !== undefined);
  if (at === -1) return;
  await giveBackTogether(countedOf(results.slice(at + 1)));
  throw results[at]!.refusal;
}

/** Counts tries as {@link countTogether} does. @returns whether all were within the limits. @throws Refusal 503 while they cannot be counted */
export async function areWithin(counts: readonly Counted[]): Promise<boolean> {
  try {
    await countTogether(counts);
    return true;
  } catch (failure) {
    if (failure instanceof Refusal && failure.status === 429) return false;
    throw failure;
  }
}

/** A try with one limit: why it was refused, and whether it was counted, which those above the limit are as well. */
interface Result extends Counted {
  refusal?: unknown;
  isCounted: boolean;
}

/** Counts tries with several limits at once. @throws Refusal 429 if one of them is flooded: nothing is counted then */
async function countEach(counts: readonly Counted[]): Promise<Result[]> {
  for (const { limit, key } of counts) limit.refuseFlood(key);
  return Promise.all(
    counts.map(async (counted) => {
      try {
        await counted.limit.count(counted.key, counted.tries);
        return { ...counted, isCounted: true };
      } catch (refusal) {
        return { ...counted, refusal, isCounted: refusal instanceof Refusal && refusal.status === 429 };
      }
    }),
  );
}

const countedOf = (results: readonly Result[]) => results.filter(({ isCounted }) => isCounted);

/** Gives back tries that were counted. */
export async function giveBackTogether(counts: readonly Counted[]): Promise<void> {
  await Promise.all(counts.map(({ limit, key, tries }) => limit.giveBack(key, tries)));
}
