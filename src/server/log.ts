import { pino, type Logger } from "pino";

const FLUSH_EVERY_MS = 500;

/** The process's log: JSON lines on stdout, written in batches and flushed on a normal exit. */
export function openLog(level: string): Logger {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 8192 });
  setInterval(() => destination.flush(), FLUSH_EVERY_MS).unref();
  process.on("exit", () => {
    try {
      destination.flushSync();
    } catch {
      // the reader is gone
    }
  });
  return pino({ level, base: null, serializers: { err: safeError } }, destination);
}

/** An error without its query parameters, which may contain tokens or password hashes. */
export function safeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = "code" in error ? { code: error.code } : {};
  const cause = error.cause ? { cause: safeError(error.cause) } : {};
  return { type: error.name, message: withoutParameters(error.message), stack: withoutParameters(error.stack ?? ""), ...code, ...cause };
}

const withoutParameters = (text: string) => text.replaceAll(/\nparams: [\s\S]*?(?=\n {4}at |$)/g, "");
