/** Pauses in ms before code is asked for again. */
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;
/** The pause before which nobody is told of a failure: a bad line may lose a file more than once. */
const PATIENT_PAUSE_MS = 16_000;

/**
 * Loads code, and asks for it again until it comes: on a bad line, files go missing.
 * @param isThere whether the shop responds; then, after some seconds, the promise rejects if the code still can't be loaded
 */
export async function untilLoaded<T>(load: () => Promise<T>, isThere?: () => Promise<boolean>): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const responded = pause >= PATIENT_PAUSE_MS && (await isThere?.());
    try {
      return await load();
    } catch (error) {
      if (responded) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
