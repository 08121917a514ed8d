/**
 * Keeps the head of a table that scrolls sideways below the page's header, as long as there are rows below it. In an element that scrolls
 * sideways, `position: sticky` doesn't follow the page's scroll.
 * @param sticky the head, or one of its cells, that sticks unless the table is wider than its place; its scroll margin is the page's header
 */
export function moveHead(table: HTMLElement, head: HTMLElement | null, sticky: HTMLElement | null | undefined): void {
  if (!head || !sticky) return;
  const { top, height } = table.getBoundingClientRect();
  const { top: stuckAt, scrollMarginTop } = getComputedStyle(sticky);
  const isMoved = table.scrollWidth > table.clientWidth && stuckAt !== "auto";
  const down = Math.min(Number.parseFloat(scrollMarginTop) - top, height - 2 * head.offsetHeight);
  head.style.transform = isMoved && down > 0 ? `translateY(${down}px)` : "";
}
