/** Changes that break the previous version, which still reads and writes what was there. */
const BREAKING: readonly [what: RegExp, why: string][] = [
  [/\bdrop\s+table\b/i, "drops a table"],
  [/\bdrop\s+column\b/i, "drops a column"],
  [/\brename\b/i, "renames"],
  [/\bset\s+not\s+null\b/i, "makes a column required"],
  [/\bdrop\s+default\b/i, "drops a default"],
  [/\balter\s+(column\s+)?\S+\s+(set\s+data\s+)?type\b/i, "changes a type"],
];
const ADDS_COLUMN = /\badd\s+column\b/i;
const REQUIRED = /\bnot\s+null\b/i;
const FILLED = /\bdefault\b|\bgenerated\b/i;

/**
 * Why a migration breaks the previous version, which may run beside the new one in a rolling upgrade. Empty if the migration says so
 * itself: `-- breaks: <reason>`, with the two steps in which it happens, and the oldest version that may still run in `oldest_program`.
 */
export function breaksOlder(migration: string): string[] {
  const isDeclared = /^-- breaks: \S+/m.test(migration);
  if (isDeclared) return /create\s+or\s+replace\s+function\s+oldest_program\b/i.test(migration) ? [] : ["does not raise oldest_program"];
  const statements = migration
    .replaceAll(/^--.*$/gm, "")
    .split(/;|--> statement-breakpoint/)
    .map((statement) => statement.trim());
  return statements.flatMap((statement) => {
    const reasons = BREAKING.flatMap(([what, why]) => (what.test(statement) ? [why] : []));
    const addsRequired = ADDS_COLUMN.test(statement) && REQUIRED.test(statement) && !FILLED.test(statement);
    return [...reasons, ...(addsRequired ? ["adds a required column without a default"] : [])].map((why) => `${why}: ${statement}`);
  });
}
