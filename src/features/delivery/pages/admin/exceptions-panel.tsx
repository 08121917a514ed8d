import { useState } from "react";
import { Plus, Trash2 } from "lucide-react";
import { dayInWords } from "#shared/time.ts";
import { Button } from "#ui/button.tsx";
import { Field, SelectField } from "#ui/field.tsx";
import { Panel } from "#ui/panel.tsx";
import { toast } from "#ui/toast/toast.ts";
import { WEEKDAYS } from "#shared/weekdays.ts";
import { t } from "#words/t.ts";
import { weekdayInWords } from "#shared/time.ts";
import { COLLECTION, type ExceptionFields, type PlanFields } from "../../contract.ts";

interface ExceptionsPanelProps {
  plan: PlanFields;
  save: (exceptions: ExceptionFields[]) => Promise<string>;
}

/** Holidays and extra days. */
export function ExceptionsPanel({ plan: { zones, collection, exceptions }, save }: ExceptionsPanelProps) {
  const [day, setDay] = useState("");
  const [like, setLike] = useState("");
  const [of, setOf] = useState("");
  const [busy, setBusy] = useState(false);
  const places = [
    ...zones.map(({ _id = "", name }) => ({ id: _id, name })),
    ...(collection ? [{ id: COLLECTION, name: t("Pickup") }] : []),
  ];
  const run = async (changed: ExceptionFields[]) => {
    setBusy(true);
    const failure = await save(changed.toSorted((a, b) => a.day.localeCompare(b.day)));
    setBusy(false);
    if (failure) toast.error(failure);
    return !failure;
  };
  const add = async () => {
    const added = { day, like: like === "" ? null : Number(like), of: of || null };
    const others = exceptions.filter((one) => one.day !== day || one.of !== added.of);
    if (day && (await run([...others, added]))) setDay("");
  };
  return (
    <Panel title={t("Holidays and extra days")} lead={t("Days without times, or with the times of another weekday.")} className="mt-6">
      {exceptions.length > 0 && (
        <ul aria-label={t("Holidays and extra days")} className="mt-3 divide-y divide-line">
          {exceptions.map((one) => (
            <li key={`${one.day} ${one.of}`} className="flex min-h-14 items-center gap-3">
              <span className="min-w-0 flex-1 py-2">
                <b className="font-semibold">
                  {dayInWords(one.day)}, {one.day.slice(0, 4)}
                </b>
                <span className="ml-2 text-ink-2">
                  {one.like === null ? t("Closed") : t("Like a {name}", { name: weekdayInWords(one.like) })}
                  {one.of !== null && ` · ${places.find(({ id }) => id === one.of)?.name ?? ""}`}
                </span>
              </span>
              <Button
                kind="plain"
                size="icon"
                aria-label={t("Remove {day}", { day: dayInWords(one.day) })}
                disabled={busy}
                onClick={() => void run(exceptions.filter((other) => other !== one))}
              >
                <Trash2 aria-hidden className="size-5" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        noValidate
        className="mt-4 grid gap-3 sm:grid-cols-[1fr_1fr_1fr_auto] sm:items-end"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <Field label={t("Day")} type="date" required value={day} onChange={({ target }) => setDay(target.value)} />
        <SelectField label={t("What happens")} value={like} onChange={({ target }) => setLike(target.value)}>
          <option value="">{t("Closed")}</option>
          {WEEKDAYS.map((day, weekday) => (
            <option key={day} value={weekday}>
              {t("Like a {name}", { name: weekdayInWords(weekday) })}
            </option>
          ))}
        </SelectField>
        <SelectField label={t("Where")} value={of} onChange={({ target }) => setOf(target.value)}>
          <option value="">{t("Everywhere")}</option>
          {places.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <Button type="submit" kind="outline" busy={busy} disabled={!day} className="min-h-12">
          <Plus aria-hidden className="size-5" />
          {t("Add day")}
        </Button>
      </form>
    </Panel>
  );
}
