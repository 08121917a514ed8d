/** What a step gets to keep in order with the others. */
export interface Turn {
  /** Call it as soon as the step waits for nothing anymore but {@link before}. Then the next one may begin. */
  letNext: () => void;
  /** Resolves when the step before is done; rejects if it failed. */
  before: Promise<void>;
}

/**
 * Runs steps so that each one begins while the one before is still at work, at most two at once. When one fails, those before it are
 * finished and no more begin.
 */
export async function overlap<Step>(steps: Iterable<Step>, run: (step: Step, turn: Turn) => Promise<void>): Promise<void> {
  let [before, last]: Promise<void>[] = [Promise.resolve(), Promise.resolve()];
  try {
    for (const step of steps) {
      const { promise: mayGoOn, resolve: letNext } = Promise.withResolvers<void>();
      last = run(step, { letNext, before: before! });
      last.catch(() => {}); // awaited below
      await Promise.race([mayGoOn, last]);
      await before;
      before = last;
    }
  } finally {
    await Promise.allSettled([before, last]);
  }
  await last;
}
