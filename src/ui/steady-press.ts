import { useEffect, useRef, type MouseEvent } from "react";

/** Milliseconds and pixels within which a second tap belongs to the first. */
const DOUBLE_TAP = { time: 500, distance: 20 };

/**
 * For two controls that take each other's place, one of them while `isOther`: when a press replaces one, moves the focus to the other,
 * and ignores the second tap of a double tap. `box` is around both.
 */
export function useSteadyPress(isOther: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const pressed = useRef<{ x: number; y: number; at: number; byFocus: boolean }>(null);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  const before = useRef(isOther);
  useEffect(() => {
    if (before.current === isOther) return;
    before.current = isOther;
    changedAt.current = performance.now();
    if (pressed.current?.byFocus && document.activeElement === document.body) {
      [...(box.current?.querySelectorAll("button") ?? [])].at(-1)?.focus();
      pressed.current.byFocus = false;
    }
  }, [isOther]);
  const onPress = (event: MouseEvent) => {
    const { clientX: x, clientY: y, detail } = event;
    const last = pressed.current;
    const at = performance.now();
    const isNear = last && Math.hypot(x - last.x, y - last.y) < DOUBLE_TAP.distance;
    // The first tap was meant for the control that was there before.
    const isOnAnother = last && changedAt.current >= last.at && at - changedAt.current < DOUBLE_TAP.time;
    if (isNear && isOnAnother && detail > 0) event.stopPropagation();
    else pressed.current = { x, y, at, byFocus: box.current?.contains(document.activeElement) ?? false };
  };
  return { box, onPress };
}
