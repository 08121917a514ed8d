import { useId, type ReactNode } from "react";
import { classNames } from "#ui/class-names.ts";

/** 42 px high: the back office is denser than the shop. */
export const dense = "min-h-10.5! h-10.5 text-sm! px-3";

interface LabeledProps {
  label: string;
  icon?: ReactNode;
  className: string;
  children: (id: string) => ReactNode;
}

/** A filter with its label above it. */
export function Labeled({ label, icon, className, children }: LabeledProps) {
  const id = useId();
  return (
    <div className={classNames("min-w-0", className)}>
      <label htmlFor={id} className="mb-1 block text-xs font-semibold text-ink-2">
        {label}
      </label>
      <div className="relative">
        {icon && <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-ink-3">{icon}</span>}
        {children(id)}
      </div>
    </div>
  );
}
