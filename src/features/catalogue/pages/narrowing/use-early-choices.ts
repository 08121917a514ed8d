import { useEffect, useRef, type RefObject } from "react";
import { useInBrowser } from "#ui/use-in-browser.ts";

/** Sends a form once if something was chosen in it before the scripts of the page ran. What is only typed waits for its button. */
export function useEarlyChoices(form: RefObject<HTMLFormElement | null>, send: (chosen: Element) => void): void {
  const cameWithPage = useRef(!useInBrowser());
  useEffect(() => {
    const chosen = cameWithPage.current ? [...(form.current?.elements ?? [])].filter(isChosen) : [];
    const [first] = chosen;
    // A price range replaces the one that was typed.
    if (first) send(chosen.find((field) => field.getAttribute("name") === "price") ?? first);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, after hydration
  }, []);
}

/** Whether a field is not as the server sent it. */
function isChosen(field: Element): boolean {
  if (field instanceof HTMLSelectElement) return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  return field instanceof HTMLInputElement && field.checked !== field.defaultChecked;
}
