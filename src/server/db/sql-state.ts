/** PostgreSQL's error code, also of errors wrapped by Drizzle; empty for other errors. */
export function sqlState(error: unknown): string {
  for (let e = error; e instanceof Error; e = e.cause) {
    const code = (e as { code?: unknown }).code;
    if (typeof code === "string") return code;
  }
  return "";
}

const UNIQUE_VIOLATION = "23505";
const FOREIGN_KEY_VIOLATION = "23503";

/** Whether a unique index rejected a duplicate. */
export function isDuplicate(error: unknown): boolean {
  return sqlState(error) === UNIQUE_VIOLATION;
}

/** Whether a foreign key rejected a row, because what it refers to doesn't exist. */
export function refersToNothing(error: unknown): boolean {
  return sqlState(error) === FOREIGN_KEY_VIOLATION;
}
