import { useEffect, type RefObject } from "react";
import { CHOICES } from "./preferences/choices.ts";

/**
 * Runs inline before the scripts of the page: marks what is pressed until they have taken over. The browser never submits forms that only
 * scripts can send, which all check their fields themselves. Links to the other language get the query and the #, which pages are mostly
 * rendered without.
 */
export const markEarlyPresses = `addEventListener("click",e=>{let f=s=>e.target.closest?.(s),b=f("[data-early]"),a=f("a[hreflang]");if(b)b.dataset.pressed="";if(a){a.search=location.search;a.hash=location.hash;try{localStorage.setItem("${CHOICES.language}",a.hreflang)}catch{}}},true);addEventListener("submit",e=>{if(e.target.noValidate)e.preventDefault()},true)`;

/** Carries out, once, a press that came before the page was ready: on `place`, or the element in it, that has `data-early`. */
export function useEarlyPress(place: RefObject<HTMLElement | null>, act: () => void): void {
  useEffect(() => {
    const { current } = place;
    const button = current?.matches("[data-early]") ? current : current?.querySelector<HTMLElement>("[data-early]");
    if (!button) return;
    const isPressed = "pressed" in button.dataset;
    delete button.dataset["early"];
    delete button.dataset["pressed"];
    if (isPressed) act();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, after hydration
  }, []);
}
