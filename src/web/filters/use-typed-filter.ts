import { useEffect, useRef, useState } from "react";

/** Pause in typing before a list is filtered, in ms. */
const TYPING_MS = 300;

/** What is typed into a filter of a list, which is set once typing pauses. @returns also what sets it at once */
export function useTypedFilter(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState(value);
  const asked = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const change = useRef(onChange);
  useEffect(() => void (change.current = onChange), [onChange]);
  useEffect(() => {
    if (value === asked.current) return;
    // It was changed by something other than typing, such as Back or a button.
    clearTimeout(timer.current);
    asked.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const ask = (text: string) => {
    clearTimeout(timer.current);
    asked.current = text.trim();
    change.current(asked.current);
  };
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => text.trim() !== asked.current && ask(text), TYPING_MS);
  };
  return { typed, type, askNow: () => ask(typed) };
}
