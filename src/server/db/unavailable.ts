// PostgreSQL's classes 08 (connection), 53 (disk full, out of memory, too many connections) and 57 (shutdown, starting up,
// canceled), 25006 (read-only: a standby, or a disk that is protected) and 55P03 (lock timeout).
const UNAVAILABLE_STATE = /^(08|53|57)|^(25006|55P03)$/;
// The driver's exact messages: a message may also quote user input.
const UNAVAILABLE_MESSAGE =
  /^(Query read timeout|Connection terminated( unexpectedly| due to connection timeout)?|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error) and is not queryable)$/;
// Socket calls, not file calls.
const SOCKET_CALL = /^(connect|read|write|getaddrinfo)$/;
const DISK = /^(ENOSPC|EDQUOT|EFBIG|EIO|EROFS)$/;

/** Whether the database is temporarily unavailable, so that the request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const first = rootCauseOf(error);
  if (!(first instanceof Error)) return false;
  const { code, syscall } = first as NodeJS.ErrnoException;
  if (syscall !== undefined) return SOCKET_CALL.test(syscall) && !DISK.test(code ?? "");
  return UNAVAILABLE_STATE.test(code ?? "") || UNAVAILABLE_MESSAGE.test(first.message);
}

/** The underlying error; of several addresses tried, the first one's. */
export function rootCauseOf(error: unknown): unknown {
  if (error instanceof AggregateError) return rootCauseOf(error.errors[0]);
  return error instanceof Error && error.cause !== undefined ? rootCauseOf(error.cause) : error;
}
