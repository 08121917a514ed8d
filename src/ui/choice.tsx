import type { ComponentProps, ReactNode } from "react";

/** A card with a radio button; those with the same `name` form a group. */
export function Choice({ children, ...radio }: Omit<ComponentProps<"input">, "type" | "className"> & { children: ReactNode }) {
  return (
    <label className="flex cursor-pointer gap-4 rounded-card border border-line bg-surface p-4.5 transition-colors duration-150 hover:border-line-2 has-checked:border-leaf has-checked:bg-leaf-wash has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf">
      <input
        {...radio}
        type="radio"
        className="mt-0.5 size-5.5 shrink-0 cursor-pointer appearance-none rounded-full border-2 border-field-line outline-none checked:border-[6.5px] checked:border-leaf-fill checked:bg-on-leaf"
      />
      <span className="min-w-0 flex-1">{children}</span>
    </label>
  );
}
