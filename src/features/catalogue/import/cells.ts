import { t } from "#words/t.ts";
import type { Result } from "../fields/rules.ts";

// A backslash escapes characters that would otherwise separate values.

/** Joins several values into one cell: `Fruit | Snacks`. */
export function joinList(texts: readonly string[], separator = " | "): string {
  return texts.map((text) => text.replaceAll(/\\(?=[\\|])|\|/g, String.raw`\$&`)).join(separator);
}

/** Splits a cell at `|`, or at whitespace. */
export function splitList(cell: string, separator: "|" | "space" = "|"): string[] {
  const parts: string[] = [];
  let part = "";
  for (const [token] of cell.matchAll(/\\[\\|]|[^]/gu)) {
    if (token === "|" || (separator === "space" && /^\s$/.test(token))) {
      parts.push(part);
      part = "";
    } else part += /^\\[\\|]$/.test(token) ? token.slice(1) : token;
  }
  return [...parts, part].map((text) => text.trim()).filter(Boolean);
}

/** Joins extra fields into one cell, one per line: `Origin: Peru`. */
export function joinDetails(details: Readonly<Record<string, string>>): string {
  const lines = Object.entries(details).map(([name, text]) => `${escape(name).replaceAll(":", String.raw`\:`)}: ${escape(text)}`);
  return lines.join("\n");
}

/** Reads the extra fields from a cell. */
export function splitDetails(cell: string): Result<Record<string, string>> {
  const details = new Map<string, string>();
  for (const line of cell.split(/\r\n|\n|\r/)) {
    if (line.trim() === "") continue;
    const [, name, text] = /^((?:\\.|[^\\:])+):(.*)$/.exec(line) ?? [];
    if (!name?.trim() || !text?.trim())
      return { ok: false, reason: t('needs lines such as "Origin: Peru", not {line}', { line: JSON.stringify(line) }) };
    const key = unescape(name).trim();
    if (details.has(key)) return { ok: false, reason: t("has the field {key} twice", { key: JSON.stringify(key) }) };
    details.set(key, unescape(text).trim());
  }
  return { ok: true, value: Object.fromEntries(details) };
}

const LETTERS: Record<string, string> = { "\n": "n", "\r": "r" };

function escape(text: string): string {
  return text.replaceAll(/[\\\n\r]/g, (sign) => `\\${LETTERS[sign] ?? sign}`);
}

function unescape(text: string): string {
  return text.replaceAll(/\\(.)/g, (_, sign: string) => (sign === "n" ? "\n" : sign === "r" ? "\r" : sign));
}
