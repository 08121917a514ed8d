const LEVELS: Record<number, string> = { 10: "trace", 20: "debug", 30: "info", 40: "Warning", 50: "Error", 60: "Fatal error" };

interface Line {
  level: number;
  time: number;
  msg?: string;
  err?: { message?: string; stack?: string; cause?: Line["err"] };
  [field: string]: unknown;
}

/** A JSON line of the log as a person at a terminal wants it: `12:03:41 Warning: database connection lost (read ECONNRESET)`. */
export function inWords(json: string): string {
  const { level, time, msg, err, ...fields } = JSON.parse(json) as Line; // pino wrote it
  const at = new Date(time).toTimeString().slice(0, 8);
  const reason = causeOf(err)?.message;
  const text = msg === reason ? msg : [msg, reason && `(${reason})`].filter(Boolean).join(" ");
  const more = Object.entries(fields).map(([name, value]) => ` ${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  // A warning's reason is enough; an error is a defect, whose place matters.
  const stack = level >= 50 && err?.stack ? `\n${err.stack}` : "";
  return `${at} ${LEVELS[level] ?? level}: ${text}${more.join("")}${stack}\n`;
}

const causeOf = (err: Line["err"]): Line["err"] => (err?.cause ? causeOf(err.cause) : err);
