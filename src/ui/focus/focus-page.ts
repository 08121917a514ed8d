/** Moves the focus to the page's content, when the element that had it is gone. */
export function focusPage(): void {
  document.getElementById("main")?.focus({ preventScroll: true });
}

/** Like {@link focusPage}, but to the part of the page that shows the outcome, if one is marked with `data-result`. */
export function focusResult(): void {
  const result = document.querySelector<HTMLElement>("#main [data-result]");
  if (result) result.focus({ preventScroll: true });
  else focusPage();
}

/** Moves the focus to the heading of the section around an element, if the button that had it was disabled or removed. */
export function focusHeading(inside: Element | null): void {
  const active = document.activeElement;
  if (active && active !== document.body && !active.matches(":disabled")) return;
  const heading = inside?.closest("section")?.querySelector<HTMLElement>("h2");
  if (!heading) return focusPage();
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
