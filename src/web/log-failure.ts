/** Logs why something could not be loaded. The screen only says what to do next; STAT-8 lists the failures that get no words at all. */
export function logFailure(what: string, error: unknown): void {
  console.error(`Could not load ${what}`, error);
}
