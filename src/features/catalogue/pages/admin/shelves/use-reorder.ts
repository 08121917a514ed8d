import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent } from "react";
import type { FormPicture } from "../product/form-pictures.ts";

/** Pixels after which a press counts as a drag. */
const FAR = 6;

/** Reorders pictures by mouse or touch: the dragged picture takes the place of the one under the pointer. */
export function useReorder(pictures: readonly FormPicture[], move: (key: string, to: number) => void) {
  const [held, setHeld] = useState<{ key: string; x: number; y: number }>();
  const [dragged, setDragged] = useState<string>();
  const finished = useRef(0);

  useEffect(() => {
    if (!held) return undefined;
    const onMove = ({ clientX, clientY }: PointerEvent) => {
      if (!dragged && Math.hypot(clientX - held.x, clientY - held.y) < FAR) return;
      setDragged(held.key);
      const under = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-picture]")?.dataset["picture"];
      const to = pictures.findIndex(({ key }) => key === under);
      if (under !== held.key && to >= 0) move(held.key, to);
    };
    const end = () => {
      if (dragged) finished.current = Date.now();
      setHeld(undefined);
      setDragged(undefined);
    };
    addEventListener("pointermove", onMove);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    return () => {
      removeEventListener("pointermove", onMove);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
    };
  }, [held, dragged, pictures, move]);

  return {
    dragged,
    begin(key: string, { clientX, clientY, button }: ReactPointerEvent) {
      if (button === 0) setHeld({ key, x: clientX, y: clientY });
    },
    /** Used to ignore the click that ends a drag. */
    justDragged: () => Date.now() - finished.current < 300,
  };
}
