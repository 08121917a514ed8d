/** Number of repetitions; a campaign sets more than one. */
export const ROUNDS = Number(process.env["ROUNDS"] ?? 1);

/** Whether this is a campaign, which tries everything; `npm test` tries a sample of what would take it too long. */
export const LONG = ROUNDS > 1;
