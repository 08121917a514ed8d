const EVERY_MS = 100;
/** Weight of the newest sample: one long pause is no overload, a second of them is. */
const NEWEST = 0.2;
/** After the machine slept, or the process was stopped, one sample is as long as that. */
const LONGEST_SAMPLE_MS = 2000;

let average = 0;
let timer: NodeJS.Timeout | undefined;

/** How late this process runs its timers lately, in ms: near 0 when it has time to spare. Measured from the first call on. */
export function eventLoopDelay(): number {
  if (!timer) {
    let due = performance.now() + EVERY_MS;
    timer = setInterval(() => {
      const now = performance.now();
      average += NEWEST * (Math.min(Math.max(0, now - due), LONGEST_SAMPLE_MS) - average);
      due = now + EVERY_MS;
    }, EVERY_MS).unref();
  }
  return average;
}
