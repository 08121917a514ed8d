const EVERY_MS = 100;
/** Weight of the newest sample: one long pause is not overload, two in a row are. */
const NEWEST = 0.2;
/** Caps samples, which are huge after the machine slept or the process was stopped. */
const LONGEST_SAMPLE_MS = 2000;

let average = 0;
let timer: NodeJS.Timeout | undefined;

/** The recent event loop delay in ms, near 0 when idle. Measuring starts with the first call. */
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
