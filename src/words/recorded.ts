import { fill } from "./form.ts";
import { translate, type Text } from "./t.ts";

/**
 * Says what was recorded in English in the language asked for.
 * @param texts those it may have been made of, the more special first. Other words stay as they are
 */
export function sayRecorded(recorded: string, texts: readonly Text[]): string {
  for (const text of texts) {
    const parts = text.split(/\{(\w+)\}/);
    const pattern = parts.map((part, n) => (n % 2 ? "(.*?)" : RegExp.escape(part))).join("");
    const found = new RegExp(`^${pattern}$`, "s").exec(recorded);
    if (!found) continue;
    const names = parts.filter((_, n) => n % 2);
    // A value may itself be made of one of the texts.
    return fill(translate(text), Object.fromEntries(names.map((name, n) => [name, sayRecorded(found[n + 1]!, texts)])));
  }
  return recorded;
}
