/** Number of repetitions; long runs (campaigns) set more than one. */
export const ROUNDS = Number(process.env["ROUNDS"] ?? 1);
