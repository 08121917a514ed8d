/** Changes that break the previous version, which still reads and writes what was there. */
const BREAKING: readonly [what: RegExp, why: string][] = [
  [/\bdrop\s+table\b/i, "drops a table"],
  [/\bdrop\s+column\b/i, "drops a column"],
  [/\brename\b/i, "renames"],
  [/\bset\s+not\s+null\b/i, "makes a column required"],
  [/\bdrop\s+default\b/i, "drops a default"],
  [/\balter\s+(column\s+)?\S+\s+(set\s+data\s+)?type\b/i, "changes a type"],
];
const DROPS = /\bdrop\s+(function|procedure|trigger|view|materialized\s+view)\s+(?:if\s+exists\s+)?((?:"?\w+"?\.)?"?\w+"?)/i;
const CONSTRAINS = /\balter\s+table\s+(?:only\s+)?"?(\w+)"?\s+add\s+constraint\s+\S+\s+(check|unique|exclude|primary\s+key)\b([\s\S]*)/i;
const MAKES_UNIQUE =
  /\bcreate\s+(unique)\s+index\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?\S+\s+on\s+(?:only\s+)?"?(\w+)"?([\s\S]*)/i;
const CREATES_TABLE = /\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/gi;
const NEW_COLUMN = /\balter\s+table\s+(?:only\s+)?"?(\w+)"?\s+add\s+column\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?([^;]*)/gi;
const ADDS_COLUMN = /\badd\s+column\b/i;
const REQUIRED = /\bnot\s+null\b/i;
const FILLED = /\bdefault\b|\bgenerated\b/i;

/**
 * Whether a statement refuses rows that the previous version may write. It doesn't know new tables, and leaves new columns as they are by
 * default: any number of nulls, or one value again and again.
 */
function refusesRows(statement: string, migration: string): boolean {
  const [, table, kind = "", rest = ""] = CONSTRAINS.exec(statement) ?? swapped(MAKES_UNIQUE.exec(statement)) ?? [];
  if (!table || [...migration.matchAll(CREATES_TABLE)].some(([, fresh]) => fresh === table)) return false;
  const added = [...migration.matchAll(NEW_COLUMN)].filter(
    ([, to, , how = ""]) => to === table && (/check/i.test(kind) || !FILLED.test(how)),
  );
  const named = [...rest.matchAll(/"(\w+)"/g)].map(([, name]) => name).filter((name) => name !== table);
  return named.length === 0 || !named.every((name) => added.some(([, , column]) => column === name));
}

const swapped = (found: RegExpExecArray | null) => found && [found[0], found[2], found[1], found[3]];

/** Whether something is dropped that is not created anew. */
function drops(statement: string, migration: string): boolean {
  const [, kind, name] = DROPS.exec(statement) ?? [];
  if (!kind || !name) return false;
  const again = new RegExp(`\\bcreate\\s+(?:or\\s+replace\\s+)?${kind.replaceAll(/\s+/g, "\\s+")}\\s+${name}\\b`, "i");
  return !again.test(migration);
}

/**
 * Why a migration breaks the previous version, which may run beside the new one in a rolling upgrade. Empty if the migration says so
 * itself: `-- breaks: <reason>`, with the two steps in which it happens, and the oldest version that may still run in `oldest_program`.
 * A constraint needs only `-- constrains: <why the previous version writes no such rows>`.
 */
export function breaksOlder(migration: string): string[] {
  const isDeclared = /^-- breaks: \S+/m.test(migration);
  if (isDeclared) return /create\s+or\s+replace\s+function\s+oldest_program\b/i.test(migration) ? [] : ["does not raise oldest_program"];
  const isExplained = /^-- constrains: \S+/m.test(migration);
  const statements = migration
    .replaceAll(/^--.*$/gm, "")
    .split(/;|--> statement-breakpoint/)
    .map((statement) => statement.trim());
  return statements.flatMap((statement) => {
    const reasons = BREAKING.flatMap(([what, why]) => (what.test(statement) ? [why] : []));
    const addsRequired = ADDS_COLUMN.test(statement) && REQUIRED.test(statement) && !FILLED.test(statement);
    return [
      ...reasons,
      ...(addsRequired ? ["adds a required column without a default"] : []),
      ...(!isExplained && refusesRows(statement, migration) ? ["may refuse what the previous version writes"] : []),
      ...(drops(statement, migration) ? ["drops what the previous version may need"] : []),
    ].map((why) => `${why}: ${statement}`);
  });
}
