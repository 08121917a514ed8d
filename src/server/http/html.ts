const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Safe HTML, created by {@link html} or from the shop's own files, so that nothing gets into a page or an email unescaped. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

type Part = Html | string | number | readonly Html[];

/** An HTML template: strings are escaped, HTML and lists of HTML are inserted as they are. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(strings.reduce((before, after, n) => `${before}${printed(values[n - 1] ?? "")}${after}`));
}

function printed(value: Part): string {
  if (value instanceof Html) return value.toString();
  if (typeof value === "object") return value.join("\n");
  return String(value).replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}
