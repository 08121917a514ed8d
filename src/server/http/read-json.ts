import type { FastifyInstance } from "fastify";
import { t } from "#words/t.ts";
import { refuse } from "./errors.ts";
import { inLanguageOf } from "./request-language.ts";

/** Deepest nesting of arrays and objects. */
const MAX_DEPTH = 32;
/** Most values in a body, counted roughly: parsing a megabyte of empty objects would take a tenth of a second. */
const MAX_VALUES = 50_000;

/** Makes JSON the only accepted body type. An empty body counts as an empty object. */
export function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    try {
      done(null, body === "" ? {} : inLanguageOf(request, () => parseJson(String(body))));
    } catch (error) {
      done(error as Error); // parseJson throws nothing else
    }
  });
}

/**
 * Parses JSON whose strings PostgreSQL can store.
 * @throws Refusal 400 when it is malformed, nested too deeply, has too many values, a NUL or half a surrogate pair
 */
export function parseJson(text: string): unknown {
  checkSize(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse.badInput(t("body is not valid JSON"));
  }
  // These characters only appear in strings through escapes: as raw bytes they are invalid JSON or UTF-8.
  if (text.includes("\\u")) checkTexts(value);
  return value;
}

const [QUOTE, COMMA, OPEN_ARRAY, BACKSLASH, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [34, 44, 91, 92, 93, 123, 125];

/** Scans the text, because with too many values parsing itself is slow. */
function checkSize(text: string): void {
  let depth = 0;
  let values = 1;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isInText) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) isInText = false;
    } else if (code === QUOTE) {
      isInText = true;
    } else if (code === COMMA) {
      values++;
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      values++;
      if (++depth > MAX_DEPTH) throw refuse.badInput(t("body is nested too deeply"));
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      depth--;
    }
  }
  if (values > MAX_VALUES) throw refuse.badInput(t("body has too many values"));
}

function checkTexts(value: unknown): void {
  if (typeof value === "string") checkText(value);
  else if (Array.isArray(value)) value.forEach(checkTexts);
  else if (value !== null && typeof value === "object") {
    for (const [key, inner] of Object.entries(value)) {
      checkText(key);
      checkTexts(inner);
    }
  }
}

function checkText(text: string): void {
  if (text.includes("\0")) throw refuse.badInput(t("body has a NUL character"));
  if (!text.isWellFormed()) throw refuse.badInput(t("body has half a character (an unpaired surrogate)"));
}
