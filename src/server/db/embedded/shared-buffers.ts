import { totalmem } from "node:os";

const MB = 1024 ** 2;

/**
 * The memory for pages of the database, as PostgreSQL's setting: a sixteenth of the machine's or the container's. PostgreSQL takes it as it fills.
 * @param bytes the memory of the machine
 */
export function sharedBuffers(bytes = Math.min(totalmem(), process.constrainedMemory() || Infinity)): string {
  return `${Math.floor(Math.min(1024, Math.max(128, bytes / 16 / MB)))}MB`;
}
