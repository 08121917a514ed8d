import { useEffect, useRef, useSyncExternalStore, type ChangeEvent, type ChangeEventHandler } from "react";

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const never = () => () => {};

/** Tells a field's form what was typed, or filled in by the browser, before the scripts of the page ran. @param id of the input */
export function useEarlyInput<T extends Input>(id: string, onChange: ChangeEventHandler<T> | undefined): void {
  const isAlive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const cameWithPage = useRef(!isAlive);
  useEffect(() => {
    const input = document.getElementById(id) as T | null; // the field's own
    if (!input || !cameWithPage.current || isAsServed(input)) return;
    onChange?.({ type: "change", target: input, currentTarget: input } as ChangeEvent<T>);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the page comes alive
  }, []);
}

function isAsServed(input: Input): boolean {
  if (input instanceof HTMLSelectElement) return [...input.options].every(({ selected, defaultSelected }) => selected === defaultSelected);
  return input.value === input.defaultValue;
}
