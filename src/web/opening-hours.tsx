import type { Face } from "#shared/face.ts";
import { clockInWords, weekdayInWords } from "#shared/time.ts";
import { classNames } from "#ui/class-names.ts";
import { t } from "#words/t.ts";

type Hours = NonNullable<Face["hours"]>;

/** Days in a row with the same hours: `Mon–Fri`, `8 AM–8:30 PM`. */
export function hoursInWords(hours: Hours): { days: string; times: string }[] {
  const spans: { first: number; last: number; times: string }[] = [];
  for (const [day, open] of hours.entries()) {
    const times = open ? t("{from}–{to}", { from: clockInWords(open.from), to: clockInWords(open.to) }) : t("Closed");
    const before = spans.at(-1);
    if (before?.times === times) before.last = day;
    else spans.push({ first: day, last: day, times });
  }
  return spans.map(({ first, last, times }) => ({
    days: capitalized(first === last ? short(first) : `${short(first)}–${short(last)}`),
    times,
  }));
}

const short = (day: number) => weekdayInWords(day, "short");

const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** The opening hours, one line for days in a row that are alike, and what the shop says about them. */
export function OpeningHours({ face: { hours, hoursNote }, className }: { face: Pick<Face, "hours" | "hoursNote">; className?: string }) {
  if (!hours) return null;
  return (
    <div className={classNames("wrap-anywhere", className)}>
      <dl aria-label={t("Opening hours")} className="grid w-fit grid-cols-[auto_auto] gap-x-4 gap-y-1">
        {hoursInWords(hours).map(({ days, times }) => (
          <div key={days} className="contents">
            <dt>{days}</dt>
            <dd>{times}</dd>
          </div>
        ))}
      </dl>
      {hoursNote && <p className="mt-1.5">{hoursNote}</p>}
    </div>
  );
}
