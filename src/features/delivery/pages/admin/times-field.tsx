import { Plus, Trash2 } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { Field, SelectField } from "#ui/field.tsx";
import { weekdayInWords } from "#shared/time.ts";
import { WEEKDAYS } from "#shared/weekdays.ts";
import { t } from "#words/t.ts";
import type { WeekTime } from "../../contract.ts";

const FIRST: WeekTime = { days: [0, 1, 2, 3, 4], from: "09:00", to: "12:00", capacity: 10, cutOff: { day: "before", at: "18:00" } };

interface TimesFieldProps {
  times: readonly WeekTime[];
  onChange: (times: WeekTime[]) => void;
  /** Shown while there are none. */
  none: string;
}

/** The times of a week, each for some of its days. */
export function TimesField({ times, onChange, none }: TimesFieldProps) {
  const next = times.at(-1);
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">{t("Times")}</legend>
      {times.length === 0 && <p className="mt-1 text-ink-2">{none}</p>}
      <ul className="mt-2 flex flex-col gap-3">
        {times.map((time, at) => (
          <li key={at} className="rounded-card border border-line p-3.5">
            <OneTime
              time={time}
              number={at + 1}
              onChange={(changed) => onChange([...times.slice(0, at), changed, ...times.slice(at + 1)])}
              remove={() => onChange([...times.slice(0, at), ...times.slice(at + 1)])}
            />
          </li>
        ))}
      </ul>
      <Button
        kind="outline"
        size="small"
        className="mt-3"
        onClick={() => onChange([...times, next ? { ...next, from: next.to, to: laterThan(next.to) } : FIRST])}
      >
        <Plus aria-hidden className="size-4" />
        {t("Add time")}
      </Button>
    </fieldset>
  );
}

/** Three hours later, on the same day. */
const laterThan = (time: string) => `${String(Math.min(23, Number(time.slice(0, 2)) + 3)).padStart(2, "0")}:${time.slice(3)}`;

interface OneTimeProps {
  time: WeekTime;
  number: number;
  onChange: (time: WeekTime) => void;
  remove: () => void;
}

function OneTime({ time, number, onChange, remove }: OneTimeProps) {
  const { days, from, to, capacity, cutOff } = time;
  const toggle = (day: number) =>
    onChange({ ...time, days: days.includes(day) ? days.filter((one) => one !== day) : [...days, day].toSorted((a, b) => a - b) });
  return (
    <fieldset aria-label={t("Time {number}", { number })} className="flex min-w-0 flex-col gap-3">
      <div className="flex items-start gap-2">
        <fieldset aria-label={t("Days")} className="flex min-w-0 flex-1 flex-wrap gap-1.5">
          {WEEKDAYS.map((key, day) => (
            <label
              key={key}
              className="relative grid min-h-11 min-w-11 cursor-pointer place-items-center rounded-control border border-line-2 px-2 text-sm font-semibold has-checked:border-leaf has-checked:bg-leaf-tint has-checked:text-leaf has-focus-visible:outline-3 has-focus-visible:outline-leaf"
            >
              <input
                type="checkbox"
                className="sr-only"
                checked={days.includes(day)}
                onChange={() => toggle(day)}
                aria-label={weekdayInWords(day)}
              />
              {weekdayInWords(day, "short")}
            </label>
          ))}
        </fieldset>
        <Button kind="plain" size="icon" aria-label={t("Remove time {number}", { number })} onClick={remove}>
          <Trash2 aria-hidden className="size-5" />
        </Button>
      </div>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_1fr_0.8fr]">
        <Field label={t("From")} type="time" required value={from} onChange={({ target }) => onChange({ ...time, from: target.value })} />
        <Field label={t("To")} type="time" required value={to} onChange={({ target }) => onChange({ ...time, to: target.value })} />
        <Field
          label={t("Maximum orders")}
          type="number"
          inputMode="numeric"
          min={1}
          required
          className="max-sm:col-span-2"
          value={Number.isNaN(capacity) ? "" : capacity}
          onChange={({ target }) => onChange({ ...time, capacity: target.valueAsNumber })}
        />
      </div>
      <div className="grid grid-cols-1 gap-3 min-[26rem]:grid-cols-2">
        <SelectField
          label={t("Orders close")}
          value={cutOff.day}
          onChange={({ target }) => onChange({ ...time, cutOff: { ...cutOff, day: target.value === "same" ? "same" : "before" } })}
        >
          <option value="before">{t("The day before")}</option>
          <option value="same">{t("The same day")}</option>
        </SelectField>
        <Field
          label={t("At")}
          type="time"
          required
          value={cutOff.at}
          onChange={({ target }) => onChange({ ...time, cutOff: { ...cutOff, at: target.value } })}
        />
      </div>
    </fieldset>
  );
}
