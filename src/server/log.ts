import { pino, type Logger } from "pino";

const FLUSH_EVERY_MS = 500;

/** The log of a process: JSON lines on standard output, written in batches. Nothing is lost at a normal end. */
export function openLog(level: string): Logger {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 8192 });
  setInterval(() => destination.flush(), FLUSH_EVERY_MS).unref();
  process.on("exit", () => {
    try {
      destination.flushSync();
    } catch {
      // whoever read it is gone
    }
  });
  return pino({ level, base: null, serializers: { err: safeError } }, destination);
}

/** A failure without the values that were sent to the database: they may hold tokens or passwords' hashes. */
export function safeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = "code" in error ? { code: error.code } : {};
  const cause = error.cause ? { cause: safeError(error.cause) } : {};
  return { type: error.name, message: withoutParameters(error.message), stack: withoutParameters(error.stack ?? ""), ...code, ...cause };
}

const withoutParameters = (text: string) => text.replaceAll(/\nparams: [\s\S]*?(?=\n {4}at |$)/g, "");
