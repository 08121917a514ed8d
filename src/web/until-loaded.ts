/** Pauses in ms before code is asked for again. */
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;

/** Loads code that a page works without, and asks for it again until it comes: on a bad line, files go missing. */
export function untilLoaded<T>(load: () => Promise<T>, pause = FIRST_PAUSE_MS): Promise<T> {
  return load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, pause));
    return untilLoaded(load, Math.min(pause * 2, LONGEST_PAUSE_MS));
  });
}
