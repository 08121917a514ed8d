import { useEffect, useRef, type ChangeEvent, type ChangeEventHandler } from "react";
import { useInBrowser } from "./use-in-browser.ts";

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Tells a field's form what was typed, or filled in by the browser, before the scripts of the page ran. @param id of the input */
export function useEarlyInput<T extends Input>(id: string, onChange: ChangeEventHandler<T> | undefined): void {
  const cameWithPage = useRef(!useInBrowser());
  useEffect(() => {
    const input = document.getElementById(id) as T | null; // the field's own
    if (!input || !cameWithPage.current || isAsServed(input)) return;
    onChange?.({ type: "change", target: input, currentTarget: input } as ChangeEvent<T>);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, after hydration
  }, []);
}

function isAsServed(input: Input): boolean {
  if (input instanceof HTMLSelectElement) return [...input.options].every(({ selected, defaultSelected }) => selected === defaultSelected);
  return input.value === input.defaultValue;
}
