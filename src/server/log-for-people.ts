const LEVELS: Record<number, string> = { 10: "trace", 20: "debug", 30: "info", 40: "Warning", 50: "Error", 60: "Fatal error" };

interface Line {
  level: number;
  time: number;
  msg?: string;
  err?: { message?: string; stack?: string; cause?: Line["err"] };
  [field: string]: unknown;
}

/** A JSON line of the log for a person at a terminal: `12:03:41 Warning: database connection lost (read ECONNRESET)`. */
export function inWords(json: string): string {
  const { level, time, msg, err, ...fields } = JSON.parse(json) as Line; // pino wrote it
  const at = new Date(time).toTimeString().slice(0, 8);
  const reason = causeOf(err)?.message;
  const text = msg === reason ? msg : [msg, reason && `(${reason})`].filter(Boolean).join(" ");
  const more = Object.entries(fields).map(([name, value]) => ` ${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  const line = visible(`${LEVELS[level] ?? level}: ${text}${more.join("")}`);
  // A warning's reason is enough; an error is a defect, whose place matters.
  const frames = level >= 50 ? (err?.stack ?? "").split("\n").filter((frame) => /^ {4}at /.test(frame)) : [];
  return `${[`${at} ${line}`, ...frames.map(visible)].join("\n")}\n`;
}

/** Escapes what a stranger could use to control the terminal or to add lines of their own. */
function visible(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

const causeOf = (err: Line["err"]): Line["err"] => (err?.cause ? causeOf(err.cause) : err);
