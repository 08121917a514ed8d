/** A backup can't be made, read or restored. The message is for the person running the command. */
export class BackupError extends Error {}
