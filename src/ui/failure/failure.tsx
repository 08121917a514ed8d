import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";

/** Why something failed, in a box of its own; nothing without a text. */
export function Failure({ className, children }: { className?: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <p role="alert" className={classNames("rounded-control bg-tomato-tint px-4 py-3 text-tomato", className)}>
      {children}
    </p>
  );
}
