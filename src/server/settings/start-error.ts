/** The shop can't start. The message is for the person starting it. */
export class StartError extends Error {}
