/** Each connection keeps its named statements and their plans until it ends, so there are never more than this. */
const MOST = 100;
/** Statements with many values differ with every number of rows. */
const LONGEST = 3000;

/**
 * Names for frequent statements. PostgreSQL parses and plans a named statement once per connection; for most statements of an order
 * that is more work than running them.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();

  /** The name of a statement; undefined for one that is sent without. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= MOST || text.length > LONGEST) return known;
    const name = `s${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
