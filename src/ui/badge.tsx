import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

const TONES = {
  yellow: "bg-badge-yellow text-badge-yellow-ink",
  green: "bg-badge-green text-badge-green-ink",
  red: "bg-badge-red text-badge-red-ink",
  blue: "bg-badge-blue text-badge-blue-ink",
  grey: "bg-badge-grey text-badge-grey-ink",
  /** For savings. */
  marigold: "bg-marigold text-on-marigold",
} as const;

export type Tone = keyof typeof TONES;

/** A short label on a color: a status, a discount. */
export function Badge({ tone, className, children }: { tone: Tone; className?: string; children: ReactNode }) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1.5 rounded-tag px-2.5 py-1 text-xs font-bold whitespace-nowrap",
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
