import { pino, type DestinationStream, type Logger } from "pino";
import { inWords } from "./log-for-people.ts";

const FLUSH_EVERY_MS = 500;
/** The message of the line that each response gets. */
export const ANSWERED = "answered";

export interface LogSettings {
  level: string;
  /** The part of successful requests that is logged, from 0 to 1. */
  requests: number;
  /** For a person at a terminal rather than a program. */
  forPeople: boolean;
}

/** The process's log on stdout: JSON lines, written in batches and flushed on a normal exit, or lines for a person at a terminal. */
export function openLog({ level, requests, forPeople }: LogSettings): Logger {
  const options = { level, base: null, serializers: { err: safeError }, ...(requests < 1 && { hooks: sampling(requests) }) };
  return pino(options, forPeople ? { write: (line: string) => void process.stdout.write(inWords(line)) } : openLines());
}

function openLines(): DestinationStream {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 8192 });
  setInterval(() => destination.flush(), FLUSH_EVERY_MS).unref();
  process.on("exit", () => {
    try {
      destination.flushSync();
    } catch {
      // the reader is gone
    }
  });
  return destination;
}

/** Refusals and failures are always logged. */
function sampling(part: number): NonNullable<pino.LoggerOptions["hooks"]> {
  return {
    logMethod(args, method) {
      const [about, message] = args as [unknown, unknown];
      const isOrdinary = message === ANSWERED && (about as { status: number }).status < 400;
      if (!isOrdinary || Math.random() < part) method.apply(this, args);
    },
  };
}

/**
 * An error without its query parameters, which may contain tokens or password hashes, and without email addresses, which mail servers
 * repeat when they refuse one.
 */
export function safeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = "code" in error ? { code: error.code } : {};
  const cause = error.cause ? { cause: safeError(error.cause) } : {};
  return { type: error.name, message: withoutSecrets(error.message), stack: withoutSecrets(error.stack ?? ""), ...code, ...cause };
}

const withoutSecrets = (text: string) =>
  text.replaceAll(/\nparams: [\s\S]*?(?=\n {4}at |$)/g, "").replaceAll(/[\w.+%-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi, "(email address)");
