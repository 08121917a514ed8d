import { closeSync, constants, copyFileSync, existsSync, ftruncateSync, openSync, statSync } from "node:fs";

/** Size in bytes from which the log begins anew; the one before it stays beside it. */
const MOST = 5 * 1024 * 1024;
const EVERY_MS = 60_000;

/**
 * Failures are logged by their messages alone. Statements, their parameters, and details such as "Key (email)=(…)" would hold
 * what people typed.
 */
export const LOG_SETTINGS = {
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_parameter_max_length: "0",
  log_parameter_max_length_on_error: "0",
};

/** Keeps the log small. @returns a function that ends it */
export function boundLog(file: string, most = MOST, everyMs = EVERY_MS): () => void {
  const look = () => {
    try {
      if (existsSync(file) && statSync(file).size > most) beginAnew(file);
    } catch {
      // Its folder is going, or the disk is full: nothing that ends a shop.
    }
  };
  look();
  const timer = setInterval(look, everyMs).unref();
  return () => clearInterval(timer);
}

/** The server writes to the end of the file that it opened, so the file is emptied, not renamed. */
function beginAnew(file: string): void {
  copyFileSync(file, `${file}.1`);
  const opened = openSync(file, constants.O_WRONLY);
  ftruncateSync(opened);
  closeSync(opened);
}
