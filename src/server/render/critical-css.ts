/** A rule of a style sheet, and the classes that each of its selectors needs; or a group of rules. */
type Rule = { text: string; needs: string[][] } | { head: string; rules: Rule[] };

/** At-rules that contain rules. Others are taken as they are. */
const GROUPS = /^@(layer|media|supports|container)\b/;
/** Groups that no first paint on a current browser needs. */
const LATER_GROUPS = /^@media (print|\(hover:hover\))|^@supports.*-webkit-hyphens/;
/** What only happens after the first paint. */
const LATER_STATES = /:(hover|active|focus|focus-visible|focus-within|:selection)(?![\w-])/;
const CLASS = /\.((?:\\[\da-f]{1,6}\s?|\\.|[\w-])+)/gi;
const ESCAPED = /\\(?:([\da-f]{1,6})\s?|(.))/gi;
const COMMENT = /\/\*[\s\S]*?\*\//g;
const CLASS_ATTRIBUTE = /\bclass="([^"]*)"/g;
const PROPERTY = /^@property (--[\w-]+)/;

/** A style sheet that can be cut down to what one page needs for its first paint. */
export class CriticalCss {
  readonly #rules: Rule[];
  /** Registered custom properties by their names. They come last. */
  readonly #properties = new Map<string, string>();
  /** Keeps the order of the layers where one has no rules left. */
  readonly #layers: string;

  constructor(css: string) {
    const rules = parse(css.replaceAll(COMMENT, ""));
    for (const rule of rules) {
      const name = "text" in rule ? PROPERTY.exec(rule.text)?.[1] : undefined;
      if (name !== undefined && "text" in rule) this.#properties.set(name, rule.text);
    }
    this.#rules = rules.filter((rule) => !("text" in rule && PROPERTY.test(rule.text)));
    const layers = rules.flatMap((rule) => ("head" in rule ? (/^@layer ([\w.-]+)$/.exec(rule.head)?.[1] ?? []) : []));
    this.#layers = layers.length > 0 ? `@layer ${[...new Set(layers)].join(",")};` : "";
  }

  /** The rules that can apply to the first paint of a page, in their order. */
  for(html: string): string {
    const rules = write(this.#rules, classesIn(html));
    const used = new Set(rules.match(/--[\w-]+/g));
    const properties = [...this.#properties].filter(([name]) => used.has(name)).map(([, text]) => text);
    return this.#layers + rules + properties.join("");
  }
}

function classesIn(html: string): Set<string> {
  // Most elements share their classes with others.
  const attributes = new Set<string>();
  for (const [, text = ""] of html.matchAll(CLASS_ATTRIBUTE)) attributes.add(text);
  return new Set([...attributes].flatMap((text) => unescapeHtml(text).split(/\s+/)));
}

function parse(css: string): Rule[] {
  const rules: Rule[] = [];
  for (let at = 0; at < css.length;) {
    const open = find(css, at, "{;");
    if (open === css.length) break;
    const head = css.slice(at, open).trim();
    const isStatement = css[open] === ";";
    const close = isStatement ? open : closing(css, open);
    const body = css.slice(open + 1, close);
    at = close + 1;
    if (isStatement) rules.push({ text: `${head};`, needs: [[]] });
    else if (GROUPS.test(head)) rules.push({ head, rules: LATER_GROUPS.test(head) ? [] : parse(body) });
    else rules.push({ text: `${head}{${body}}`, needs: head.startsWith("@") ? [[]] : [...split(head)].flatMap(needsOf) });
  }
  return rules;
}

/** Where the first of some characters is, outside of strings and parentheses; the length if there is none. */
function find(css: string, from: number, wanted: string): number {
  let depth = 0;
  for (let at = from; at < css.length; at++) {
    const char = css[at]!;
    if (char === "\\") at++;
    else if (char === '"' || char === "'") at = endOfString(css, at);
    else if (char === "(") depth++;
    else if (char === ")") depth--;
    else if (depth === 0 && wanted.includes(char)) return at;
  }
  return css.length;
}

function endOfString(css: string, from: number): number {
  let at = from + 1;
  while (at < css.length && css[at] !== css[from]) at += css[at] === "\\" ? 2 : 1;
  return at;
}

function closing(css: string, open: number): number {
  let at = open;
  for (let depth = 1; depth > 0 && at < css.length;) {
    at = find(css, at + 1, "{}");
    depth += css[at] === "{" ? 1 : -1;
  }
  return at;
}

/** The selectors of a list. */
function* split(selectors: string): Generator<string> {
  for (let at = 0; at < selectors.length;) {
    const end = find(selectors, at, ",");
    yield selectors.slice(at, end);
    at = end + 1;
  }
}

/** The classes without which a selector can't apply, if it can apply to the first paint. Those inside `:not()`, `:is()` and the like may be missing. */
function needsOf(selector: string): string[][] {
  const plain = selector.replaceAll(/:(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)/g, "");
  if (LATER_STATES.test(plain.replaceAll(/\\./g, ""))) return [];
  return [[...plain.matchAll(CLASS)].map(([, name = ""]) => unescapeCss(name))];
}

function write(rules: readonly Rule[], used: ReadonlySet<string>): string {
  let written = "";
  for (const rule of rules) {
    if ("rules" in rule) {
      const inner = write(rule.rules, used);
      if (inner) written += `${rule.head}{${inner}}`;
    } else if (rule.needs.some((names) => names.every((name) => used.has(name)))) written += rule.text;
  }
  return written;
}

const unescapeCss = (name: string) =>
  name.replaceAll(ESCAPED, (_, code: string | undefined, char = "") => (code ? String.fromCodePoint(Number.parseInt(code, 16)) : char));

const unescapeHtml = (text: string) =>
  text.replaceAll("&gt;", ">").replaceAll("&lt;", "<").replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
