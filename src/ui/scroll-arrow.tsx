import { useEffect, useState, type RefObject } from "react";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { buttonLook } from "./button.tsx";

interface ScrollArrowProps {
  /** The strip to scroll. */
  strip: RefObject<HTMLElement | null>;
  /** Pixels; negative to the left. */
  by: number;
  label: string;
  className?: string;
}

/** A round button that scrolls a strip, disabled at its end. */
export function ScrollArrow({ strip, by, label, className }: ScrollArrowProps) {
  const [isAtEnd, setIsAtEnd] = useState(by < 0);
  useEffect(() => {
    const { current: list } = strip;
    if (!list) return undefined;
    const look = () => setIsAtEnd((by < 0 ? list.scrollLeft : list.scrollWidth - list.clientWidth - list.scrollLeft) < 2);
    const observer = new ResizeObserver(look);
    observer.observe(list);
    list.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      list.removeEventListener("scroll", look);
    };
  }, [strip, by]);
  const Icon = by < 0 ? ChevronLeft : ChevronRight;
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isAtEnd || undefined}
      onClick={() => strip.current?.scrollBy({ left: by, behavior: "smooth" })}
      className={buttonLook({ kind: "quiet", size: "icon" }, `rounded-full ${className ?? ""}`)}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
