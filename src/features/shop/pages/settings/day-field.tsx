import { Plus, Trash2 } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { MOST_SPANS, type Span } from "#shared/opening-hours.ts";
import { Button } from "#ui/button.tsx";
import { describe, FieldNote, inputLook } from "#ui/field.tsx";
import { t } from "#words/t.ts";

interface DayFieldProps {
  name: string;
  /** None when the shop is closed. */
  spans: readonly Span[];
  /** What a closed day gets when it is opened. */
  usual: Span[];
  onChange: (spans: Span[]) => void;
  /** Which time was refused, such as `1.to`, and why. */
  refused: { time: string; words: string } | undefined;
}

/** The hours of one day, or that it is closed. */
export function DayField({ name, spans, usual, onChange, refused }: DayFieldProps) {
  const day = useRef<HTMLLIElement>(null);
  /** What gets the focus after the next change, since the button that was pressed may be gone. */
  const next = useRef<string>(undefined);
  useEffect(() => {
    if (next.current) day.current?.querySelector<HTMLElement>(next.current)?.focus();
    next.current = undefined;
  });
  return (
    <li ref={day} className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-2.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 sm:min-h-12">
        <input
          type="checkbox"
          className="size-5 accent-leaf-fill"
          checked={spans.length > 0}
          onChange={({ target }) => onChange(target.checked ? usual : [])}
        />
        {name}
      </label>
      {spans.length === 0 ? (
        <span className="content-center text-ink-2 max-sm:hidden sm:min-h-12">{t("Closed")}</span>
      ) : (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <ol className="flex min-w-0 flex-col gap-2 max-sm:w-full">
            {spans.map((span, place) => (
              <li key={place}>
                <SpanField
                  day={name}
                  number={spans.length > 1 ? place + 1 : undefined}
                  span={span}
                  onChange={(changed) => onChange(spans.toSpliced(place, 1, changed))}
                  remove={() => {
                    next.current = "[data-add]";
                    onChange(spans.toSpliced(place, 1));
                  }}
                  refused={refused?.time.startsWith(`${place}.`) ? refused : undefined}
                />
              </li>
            ))}
          </ol>
          {spans.length < MOST_SPANS && (
            <Button
              kind="plain"
              size="small"
              data-add
              aria-label={t("Add hours on {day}", { day: name })}
              className="self-end sm:mb-1.5"
              onClick={() => {
                next.current = "ol > :last-child input";
                onChange([...spans, { from: "", to: "" }]);
              }}
            >
              <Plus aria-hidden className="size-4" />
              {t("Add hours")}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

interface SpanFieldProps {
  day: string;
  /** Its place among the day's spans; undefined if it is the only one. */
  number: number | undefined;
  span: Span;
  onChange: (span: Span) => void;
  remove: () => void;
  refused: { time: string; words: string } | undefined;
}

function SpanField({ day, number, span, onChange, remove, refused }: SpanFieldProps) {
  const id = useId();
  const labels =
    number === undefined
      ? { from: t("{day}, from", { day }), to: t("{day}, to", { day }) }
      : { from: t("{day}, hours {number}, from", { day, number }), to: t("{day}, hours {number}, to", { day, number }) };
  const refusedEnd = refused && (refused.time.endsWith(".to") ? "to" : "from");
  const error = refused && refusedEnd && `${labels[refusedEnd]}: ${refused.words}`;
  return (
    <>
      <div className="flex gap-2">
        {(["from", "to"] as const).map((end) => (
          <input
            key={end}
            type="time"
            aria-label={labels[end]}
            {...describe(id, { error: end === refusedEnd ? error : undefined, hint: undefined })}
            value={span[end]}
            required
            onChange={({ target }) => onChange({ ...span, [end]: target.value })}
            className={`${inputLook} min-w-0 max-sm:px-3 sm:w-34`}
          />
        ))}
        {number !== undefined && (
          <Button
            kind="plain"
            size="icon"
            className="shrink-0"
            aria-label={t("Remove hours {number} on {day}", { number, day })}
            onClick={remove}
          >
            <Trash2 aria-hidden className="size-5" />
          </Button>
        )}
      </div>
      {error && (
        <div className="mt-1">
          <FieldNote id={id} error={error} />
        </div>
      )}
    </>
  );
}
