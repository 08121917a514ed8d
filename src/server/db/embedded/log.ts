import { closeSync, constants, copyFileSync, existsSync, ftruncateSync, openSync, statSync } from "node:fs";

/** Size in bytes at which the log is rotated. One previous log is kept. */
const MOST = 5 * 1024 * 1024;
const EVERY_MS = 60_000;

/** Log error messages only. Statements, parameters and details such as "Key (email)=(…)" may contain user input. */
export const LOG_SETTINGS = {
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_parameter_max_length: "0",
  log_parameter_max_length_on_error: "0",
};

/** Limits the size of the log. @returns a function that ends it */
export function boundLog(file: string, most = MOST, everyMs = EVERY_MS): () => void {
  const look = () => {
    try {
      if (existsSync(file) && statSync(file).size > most) truncate(file);
    } catch {
      // The folder is being removed, or the disk is full. Neither should stop the shop.
    }
  };
  look();
  const timer = setInterval(look, everyMs).unref();
  return () => clearInterval(timer);
}

/** The server keeps its log file open in append mode, so truncate it instead of renaming it. */
function truncate(file: string): void {
  copyFileSync(file, `${file}.1`);
  const opened = openSync(file, constants.O_WRONLY);
  ftruncateSync(opened);
  closeSync(opened);
}
