import { dayIn } from "#shared/time.ts";
import { BOOK_ZONE } from "./sheet/rules.ts";
import { workingDaysAfter, workingDaysUntil } from "./working-days.ts";

/** Working days to answer a complaint, which can't be extended (Ley 29571, article 24). */
export const ANSWER_WITHIN = 15;
/** The shop is reminded when this many working days are left. */
export const REMIND_AT = 3;

/** The book's day at a moment in ms since 1970. */
export const bookDay = (ms: number) => dayIn(BOOK_ZONE, new Date(ms).toISOString());

/** The number of a sheet, as the law's form has it: `000000001-2026`. */
export const sheetNumber = (serial: number, year: number) => `${String(serial).padStart(9, "0")}-${year}`;

/** The last day to answer what was filed on a day such as `2026-11-20`. */
export const dueAfter = (filedOn: string) => workingDaysAfter(filedOn, ANSWER_WITHIN);

/** The working days left to answer a complaint, or those since it was due. */
export interface TimeLeft {
  days: number;
  overdue: boolean;
}

export function timeLeft(today: string, dueOn: string): TimeLeft {
  const overdue = today > dueOn;
  return { days: overdue ? workingDaysUntil(dueOn, today) : workingDaysUntil(today, dueOn), overdue };
}

/** Whether the shop should be reminded of a complaint that it has not answered. */
export function needsReminder(today: string, dueOn: string): boolean {
  const { days, overdue } = timeLeft(today, dueOn);
  return overdue || days <= REMIND_AT;
}
