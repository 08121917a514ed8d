import { useEffect, useId, useRef, type ClipboardEvent, type KeyboardEvent } from "react";
import { t } from "#words/t.ts";
import { classNames } from "./class-names.ts";
import { inputLook } from "./field.tsx";

interface CodeFieldProps {
  label: string;
  /** One entry per box: a digit, or "". */
  digits: readonly string[];
  onChange: (digits: string[]) => void;
  error?: string | undefined;
  disabled?: boolean;
  /** The code is being checked: nothing can be typed, and the focus stays. */
  busy?: boolean;
}

/**
 * A code in boxes of one digit each. The focus moves on by itself and by arrow keys, Home, End and Backspace. A whole code
 * can be pasted into any box, with spaces or dashes, or be filled in by the phone.
 */
export function CodeField({ label, digits, onChange, error, disabled = false, busy = false }: CodeFieldProps) {
  const id = useId();
  const frame = useRef<HTMLFieldSetElement>(null);
  const last = digits.length - 1;
  const go = (place: number) => frame.current?.querySelectorAll("input")[Math.min(Math.max(place, 0), last)]?.focus();

  const isEmpty = digits.every((digit) => digit === "");
  // Initially, and whenever the boxes are emptied.
  useEffect(() => {
    if (isEmpty && !disabled) frame.current?.querySelector("input")?.focus();
  }, [isEmpty, disabled, frame]);

  /** Fills the boxes from a position on; a whole code fills all of them, wherever it was entered. */
  const put = (text: string, at: number) => {
    const found = text.replace(/\D/g, "").slice(0, digits.length);
    if (!found || busy) return;
    const start = found.length === digits.length ? 0 : at;
    onChange(digits.map((digit, place) => found[place - start] ?? digit));
    go(start + found.length);
  };
  const clear = (place: number) => {
    if (!busy) onChange(digits.map((digit, at) => (at === place ? "" : digit)));
    go(place);
  };

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves: Record<string, () => void> = {
      ArrowLeft: () => go(at - 1),
      ArrowRight: () => go(at + 1),
      Home: () => go(0),
      End: () => go(last),
      Backspace: () => clear(digits[at] || at === 0 ? at : at - 1),
      Delete: () => clear(at),
    };
    // Typing the digit that is already there fires no change event, so move on here.
    const move = /^\d$/.test(event.key) ? () => put(event.key, at) : moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };
  const onPaste = (event: ClipboardEvent, at: number) => {
    event.preventDefault();
    put(event.clipboardData.getData("text"), at);
  };

  return (
    <fieldset ref={frame} className="min-w-0" aria-describedby={error ? `${id}-told` : undefined} disabled={disabled}>
      <legend className="mb-1.5 text-sm font-semibold text-ink">{label}</legend>
      <div className="grid grid-flow-col gap-1.5 sm:gap-2.5">
        {digits.map((digit, at) => (
          <input
            // oxlint-disable-next-line react/no-array-index-key -- a box is its position
            key={at}
            value={digit}
            aria-label={t("Digit {number} of {count}", { number: at + 1, count: digits.length })}
            aria-invalid={error ? true : undefined}
            inputMode="numeric"
            pattern="\d*"
            autoComplete={at === 0 ? "one-time-code" : "off"}
            readOnly={busy}
            onFocus={(event) => event.currentTarget.select()}
            onKeyDown={(event) => onKeyDown(event, at)}
            onPaste={(event) => onPaste(event, at)}
            // Phones report no keys: either a digit was typed next to the existing one, or the whole code was filled in.
            onChange={({ target: { value } }) =>
              value === "" ? clear(at) : put(value.length === 2 ? value.replace(digit, "") : value, at)
            }
            className={classNames(inputLook, "h-14 min-w-0 px-0! text-center text-2xl font-bold tabular-nums sm:h-16")}
          />
        ))}
      </div>
      {error && (
        <p id={`${id}-told`} role="alert" className="mt-2 text-sm text-tomato">
          {error}
        </p>
      )}
    </fieldset>
  );
}
