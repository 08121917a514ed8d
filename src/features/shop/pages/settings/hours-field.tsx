import { withSpans, type OpeningHours } from "#shared/opening-hours.ts";
import { weekdayInWords } from "#shared/time.ts";
import { WEEKDAYS } from "#shared/weekdays.ts";
import { Button } from "#ui/button.tsx";
import { t } from "#words/t.ts";
import { DayField } from "./day-field.tsx";

const USUAL = [{ from: "08:00", to: "20:00" }];

interface HoursFieldProps {
  hours: OpeningHours | null;
  onChange: (hours: OpeningHours | null) => void;
  error: string | undefined;
  /** The time that the error is about, such as `2.1.to` for Wednesday's second closing time; empty if it is about all of them. */
  errorPath: string;
}

/** The opening hours of a week, or none. */
export function HoursField({ hours: known, onChange, error, errorPath }: HoursFieldProps) {
  // During an upgrade, the server may be of the version before.
  const hours = withSpans(known) as OpeningHours | null;
  const [refusedDay, ...refusedTime] = errorPath.split(".");
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">{t("Opening hours")}</legend>
      <label className="mt-1.5 flex min-h-11 w-fit cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-leaf-fill"
          checked={hours !== null}
          onChange={({ target }) => onChange(target.checked ? WEEKDAYS.map((_, day) => (day < 6 ? USUAL : [])) : null)}
        />
        {t("Show opening hours")}
      </label>
      {hours && (
        <>
          <ul className="mt-1 flex flex-col gap-2">
            {hours.map((spans, day) => (
              <DayField
                key={WEEKDAYS[day]}
                name={weekdayInWords(day)}
                spans={spans}
                usual={hours.find((other) => other.length > 0) ?? USUAL}
                onChange={(changed) => onChange(hours.with(day, changed))}
                refused={error && refusedDay === String(day) ? { time: refusedTime.join("."), words: error } : undefined}
              />
            ))}
          </ul>
          <Button kind="quiet" size="small" className="mt-2.5" onClick={() => onChange(hours.map(() => hours[0] ?? []))}>
            {t("Copy Monday to every day")}
          </Button>
        </>
      )}
      {error && errorPath === "" && (
        <p role="alert" className="mt-1.5 text-sm text-tomato">
          {error}
        </p>
      )}
    </fieldset>
  );
}
