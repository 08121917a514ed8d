import { useRef } from "react";
import { focusPage, focusResult } from "./focus-page.ts";

/**
 * Handlers for a Radix layer without a trigger: when it closes, the focus returns to where it was, or to the page if that is gone.
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
      // What opened it may be gone, as the button that cancels an order is once the order is canceled.
      const isLost = !before.current?.isConnected && document.activeElement === document.body;
      if (leaves) focusPage();
      else if (isLost) focusResult();
      else if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    },
  };
}
