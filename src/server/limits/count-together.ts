import { awaitedLater } from "../awaited-later.ts";
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

/**
 * Counts tries for `work`, all at once, and gives them back if it fails. The work starts meanwhile: it may read and lock, but must await
 * `allowed` before it writes. @throws as {@link RateLimit.count}
 */
export async function countedUnlessFailed<T>(counts: readonly Counted[], work: (allowed: Promise<void>) => Promise<T>): Promise<T> {
  refuseFloods(counts);
  const counting = countEach(counts);
  const allowed = awaitedLater(counting.then(refuseAny));
  const working = awaitedLater(work(allowed));
  try {
    // First, so that a refused request learns nothing from how the work failed.
    await allowed;
    return await working;
  } catch (error) {
    await giveBackTogether(countedOf(await counting));
    throw error;
  }
}

function refuseAny(results: readonly Result[]): void {
  for (const { refusal } of results) if (refusal) throw refusal;
}

/**
 * Counts tries with several limits at once, with the same result as one after the other: nothing is counted with limits that follow one
 * that refuses. @throws as {@link RateLimit.count}
 */
export async function countTogether(counts: readonly Counted[]): Promise<void> {
  refuseFloods(counts);
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

/** Called before anything is counted or asked. @throws Refusal 429 if one of the limits is flooded */
function refuseFloods(counts: readonly Counted[]): void {
  for (const { limit, key } of counts) limit.refuseFlood(key);
}

/** Counts tries with several limits at once. */
function countEach(counts: readonly Counted[]): Promise<Result[]> {
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
