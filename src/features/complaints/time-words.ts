import type { TimeLeft } from "./rules.ts";

/** How long a complaint may still wait, in words. */
export function leftInWords({ days, overdue }: TimeLeft): string {
  const counted = days === 1 ? "1 working day" : `${days} working days`;
  if (overdue) return days === 0 ? "Overdue" : `Overdue by ${counted}`;
  return days === 0 ? "Due today" : `${counted} left`;
}
