import type { Settings } from "#shared/settings.ts";
import { Button } from "#ui/button.tsx";
import { inputLook } from "#ui/field.tsx";
import { WEEKDAYS } from "#shared/weekdays.ts";
import { t } from "#words/t.ts";
import { weekdayInWords } from "#shared/time.ts";

type Hours = Settings["hours"];

const USUAL = { from: "08:00", to: "20:00" };

interface HoursFieldProps {
  hours: Hours;
  onChange: (hours: Hours) => void;
  error: string | undefined;
}

/** The opening hours of a week, or none. */
export function HoursField({ hours, onChange, error }: HoursFieldProps) {
  const change = (day: number, open: NonNullable<Hours>[number]) => onChange(hours && hours.with(day, open));
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">{t("Opening hours")}</legend>
      <label className="mt-1.5 flex min-h-11 w-fit cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-leaf-fill"
          checked={hours !== null}
          onChange={({ target }) => onChange(target.checked ? WEEKDAYS.map((_, day) => (day < 6 ? USUAL : null)) : null)}
        />
        {t("Show opening hours")}
      </label>
      {hours && (
        <ul className="mt-1 flex flex-col gap-2">
          {hours.map((open, day) => {
            const name = weekdayInWords(day);
            return (
              <li key={name} className="grid grid-cols-[auto_1fr_1fr] items-center gap-x-2.5 gap-y-1 sm:grid-cols-[9rem_8.5rem_8.5rem]">
                <label className="flex min-h-11 cursor-pointer items-center gap-3 max-sm:col-span-3">
                  <input
                    type="checkbox"
                    className="size-5 accent-leaf-fill"
                    checked={open !== null}
                    onChange={({ target }) => change(day, target.checked ? (hours.find((other) => other !== null) ?? USUAL) : null)}
                  />
                  {name}
                </label>
                {open ? (
                  <>
                    <Time label={t("{day}, from", { day: name })} value={open.from} onChange={(from) => change(day, { ...open, from })} />
                    <Time label={t("{day}, to", { day: name })} value={open.to} onChange={(to) => change(day, { ...open, to })} />
                  </>
                ) : (
                  <span className="text-ink-2 max-sm:hidden">{t("Closed")}</span>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {hours && (
        <Button kind="quiet" size="small" className="mt-2.5" onClick={() => onChange(hours.map(() => hours[0] ?? null))}>
          {t("Copy Monday to every day")}
        </Button>
      )}
      {error && (
        <p role="alert" className="mt-1.5 text-sm text-tomato">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function Time({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <input
      type="time"
      aria-label={label}
      value={value}
      required
      onChange={({ target }) => onChange(target.value)}
      className={`${inputLook} min-w-0 max-sm:first-of-type:col-start-2`}
    />
  );
}
