const CREATES_TABLE = /\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/gi;
const CREATES_INDEX = /\bcreate\s+(?:unique\s+)?index\s+(?!concurrently\b)(?:if\s+not\s+exists\s+)?\S+\s+on\s+"?(\w+)"?/i;
const ALTERS = /\balter\s+table\s+(?:only\s+)?"?(\w+)"?/i;
const CONCURRENTLY = /\bindex\s+concurrently\b/i;
const REWRITES = /\bgenerated\s+always\s+as\b[\s\S]*\bstored\b|\b(?:set\s+data\s+)?type\s+\w+[\s\S]*\busing\b/i;
const UPDATES = /^(?!create\b)[\s\S]*?\bupdate\s+(?:only\s+)?"?(\w+)"?\s+(?:(?:as\s+)?\w+\s+)?set\b/i;
const VALIDATES = /\badd\s+constraint\b(?![\s\S]*\bnot\s+valid\b)/i;

/**
 * Why a migration could stop a busy shop: because it holds a lock for as long as it takes to read or write a whole table. Empty if the
 * migration says that the table is small: `-- locks: <reason>`.
 */
export function locksLong(migration: string): string[] {
  if (/^-- locks: \S+/m.test(migration)) return [];
  const statements = migration
    .replaceAll(/^--(?!>).*$/gm, "")
    .split(/--> statement-breakpoint/)
    .map((statement) => statement.trim())
    .filter(Boolean);
  const fresh = new Set([...migration.matchAll(CREATES_TABLE)].map(([, table]) => table));
  const isMixed = statements.some((one) => CONCURRENTLY.test(one)) && !statements.every((one) => CONCURRENTLY.test(one));
  const found = statements.flatMap((statement) => {
    const indexed = CREATES_INDEX.exec(statement)?.[1];
    const updated = UPDATES.exec(statement)?.[1];
    const altered = ALTERS.exec(statement)?.[1];
    return [
      ...(indexed && !fresh.has(indexed) ? ["creates an index, and not concurrently"] : []),
      ...(updated && !fresh.has(updated) ? ["updates rows of a table, and locks them until all are done"] : []),
      ...(altered && !fresh.has(altered) && REWRITES.test(statement) ? ["writes the whole table anew"] : []),
      ...(altered && !fresh.has(altered) && VALIDATES.test(statement) ? ["adds a constraint, and not as `not valid`"] : []),
    ].map((why) => `${why}: ${statement}`);
  });
  return [...(isMixed ? ["creates an index concurrently, which needs a migration of its own"] : []), ...found];
}
