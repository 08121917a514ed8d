import type { ReactNode } from "react";

/** A row of a bill, in a `dl`: what it is for, and the amount. */
export function BillRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
