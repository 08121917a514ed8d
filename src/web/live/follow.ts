import { CallError } from "../call.ts";
import type { ServerEvent } from "./listen.ts";

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
/** The shop sends something at least every 20 seconds. A connection that is silent for longer is lost, even if nobody closed it. */
const SILENT_MS = 45_000;

interface Followed {
  open: (signal: AbortSignal) => AsyncIterable<ServerEvent>;
  hear: (event: ServerEvent) => void;
  /** Called when the shop could not be reached at once, so the last events may be out of date. */
  onLost?: () => void;
}

/** Listens to server-sent events until aborted, or until the shop refuses access, and reconnects whenever the connection ends. */
export async function follow({ open, hear, onLost }: Followed, signal: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT_MS;
  let told: number | undefined;
  while (!signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- trying would only fail
    if (!navigator.onLine) await pause(LONGEST_WAIT_MS, signal);
    const connection = new AbortController();
    const abort = () => connection.abort();
    signal.addEventListener("abort", abort);
    let silence = setTimeout(abort, SILENT_MS);
    told = undefined;
    try {
      for await (const event of open(connection.signal)) {
        clearTimeout(silence);
        silence = setTimeout(abort, SILENT_MS);
        wait = FIRST_WAIT_MS;
        if (event.event === "retry") told = Number(event.data);
        else if (event.event !== "ping") hear(event);
      }
    } catch (error) {
      if (signal.aborted) return;
      // Someone who has logged out or lost access won't be let in again.
      if (error instanceof CallError && (error.status === 401 || error.status === 403)) return;
      onLost?.();
    } finally {
      clearTimeout(silence);
      signal.removeEventListener("abort", abort);
    }
    // The shop spreads its clients by what it tells them; otherwise chance does.
    // oxlint-disable-next-line no-await-in-loop -- one connection at a time
    await pause(told ?? wait * (0.5 + Math.random()), signal);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

/** Waits, but no longer than until the browser is online again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener("online", done);
    signal.addEventListener("abort", done);
  });
}
