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

/** Like {@link focusAbove}, if the button that had the focus was disabled or removed. */
export function focusHeading(inside: Element | null): void {
  const active = document.activeElement;
  if (!active || active === document.body || active.matches(":disabled")) focusAbove(inside);
}

/** Moves the focus to the heading of the section around an element, such as a button that is about to be replaced. */
export function focusAbove(inside: Element | null): void {
  const heading = inside?.closest("section, [role=dialog]")?.querySelector<HTMLElement>("h1, h2, h3");
  if (!heading) return focusPage();
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
