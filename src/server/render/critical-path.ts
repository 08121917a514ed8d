import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CriticalCss } from "./critical-css.ts";

/** Where a page has room for the rules of its first paint (`src/site/root.tsx`). */
const FIRST_RULES = '<style id="first-rules">';
const SHEET = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)#?"\/>/g;

/** A page with more bytes gets its style sheets as usual: the home page of any catalogue has to stay below this. */
const MOST_BYTES = 150_000;

/** Keeps everything but the page itself, its pictures and its fonts from delaying the first paint. */
export class CriticalPath {
  readonly #files: string;
  readonly #sheets = new Map<string, CriticalCss>();

  /** @param files folder of the built files */
  constructor(files: string) {
    this.#files = files;
  }

  /**
   * Puts the rules that a page's first paint needs into the page, and lets its style sheets and scripts load behind pictures and fonts.
   * `applySheets` of `src/web/preferences/first-paint.ts` applies the whole sheets once they are there.
   */
  clear(html: string): string {
    if (!html.includes(FIRST_RULES)) return html;
    let rules = "";
    const later = html.replaceAll(SHEET, (link, address: string) => {
      rules += this.#sheet(address).for(html);
      // React's own element is told by its address. Off, it loads nothing, and the router's way to load styles finds the other one.
      return `${link.replace("/>", " disabled/>")}<link rel="stylesheet" href="${address}" media="print" data-later=""/><noscript>${link}</noscript>`;
    });
    if (Buffer.byteLength(later) + Buffer.byteLength(rules) >= MOST_BYTES) return html;
    return later
      .replace(FIRST_RULES, () => FIRST_RULES + rules)
      .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
  }

  #sheet(address: string): CriticalCss {
    const known = this.#sheets.get(address);
    if (known) return known;
    const sheet = new CriticalCss(readFileSync(join(this.#files, address), "utf8"));
    this.#sheets.set(address, sheet);
    return sheet;
  }
}
