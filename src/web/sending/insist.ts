import { CallError } from "../call.ts";

/** Pauses in ms before a call without a response is made again. After the last one, the person is told. */
export const PAUSES = [250, 1500];

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether a call got no response. */
export const isUnanswered = (error: unknown): boolean => error instanceof CallError && error.status === 0;

/** Makes a call, and makes it again if there was no response; for calls that may arrive twice. @throws the last failure */
export async function insist<T>(make: () => Promise<T>): Promise<T> {
  for (const ms of PAUSES) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      return await make();
    } catch (error) {
      if (!isUnanswered(error)) throw error;
    }
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await pause(ms);
  }
  return make();
}
