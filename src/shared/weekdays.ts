/** The week begins on Monday, as in the shop's opening hours and delivery times. */
export const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
