import { useRef } from "react";

/**
 * Handlers for a Radix layer without a trigger: when it closes, the focus returns to where it was.
 * @param leaves it closes because another page is opened, which gets the focus
 */
export function useFocusReturn(leaves = false) {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus() {
      before.current = document.activeElement;
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      if (leaves) document.getElementById("main")?.focus({ preventScroll: true });
      else if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    },
  };
}
