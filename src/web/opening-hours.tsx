import type { Face } from "#shared/face.ts";
import type { OpeningHours as Hours } from "#shared/opening-hours.ts";
import { clockInWords, weekdayInWords } from "#shared/time.ts";
import { classNames } from "#ui/class-names.ts";
import { t } from "#words/t.ts";

/** Days in a row with the same hours: `Mon–Fri`, `9 AM–1 PM` and `4 PM–8:30 PM`. */
export function hoursInWords(hours: Hours): { days: string; times: string[] }[] {
  const groups: { first: number; last: number; times: string[] }[] = [];
  for (const [day, spans] of hours.entries()) {
    const open = spans.map(({ from, to }) => t("{from}–{to}", { from: clockInWords(from), to: clockInWords(to) }));
    const times = open.length > 0 ? open : [t("Closed")];
    const before = groups.at(-1);
    if (before?.times.join() === times.join()) before.last = day;
    else groups.push({ first: day, last: day, times });
  }
  return groups.map(({ first, last, times }) => ({
    days: capitalized(first === last ? short(first) : `${short(first)}–${short(last)}`),
    times,
  }));
}

const short = (day: number) => weekdayInWords(day, "short");

const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

type Shown = Pick<Face, "openingHours" | "hoursNote">;

/** The opening hours, together for days in a row that are alike, and what the shop says about them. */
export function OpeningHours({ face: { openingHours, hoursNote }, className }: { face: Shown; className?: string }) {
  if (!openingHours) return null;
  return (
    <div className={classNames("wrap-anywhere", className)}>
      <dl aria-label={t("Opening hours")} className="grid w-fit grid-cols-[auto_auto] gap-x-4 gap-y-1">
        {hoursInWords(openingHours).map(({ days, times }) => (
          <div key={days} className="contents">
            <dt>{days}</dt>
            {times.map((span) => (
              <dd key={span} className="col-start-2">
                {span}
              </dd>
            ))}
          </div>
        ))}
      </dl>
      {hoursNote && <p className="mt-1.5">{hoursNote}</p>}
    </div>
  );
}
