import type { ReactNode } from "react";
import { classNames } from "#ui/class-names.ts";
import { Loaded, Panel } from "#ui/panel.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

interface FigurePanelProps<T> {
  title: string;
  lead?: string;
  id?: string;
  query: { data: T | undefined; isError: boolean; refetch: () => unknown };
  /** Height of the skeleton. */
  height?: string;
  /** Spans both columns. */
  wide?: boolean;
  children: (data: T) => ReactNode;
}

/** A panel of the Overview, with the data of its query. */
export function FigurePanel<T>({ title, lead, id, query, height = "h-48", wide = false, children }: FigurePanelProps<T>) {
  return (
    <Panel title={title} {...(lead && { lead })} {...(id && { id })} {...(wide && { className: "xl:col-span-2" })}>
      <div className={classNames("mt-3", !wide && "min-h-48")}>
        <Loaded query={query} skeleton={<Skeleton className={`${height} rounded-control`} />}>
          {children}
        </Loaded>
      </div>
    </Panel>
  );
}

/** Shown for an empty list. */
export function Nothing({ children }: { children: ReactNode }) {
  return <p className="py-6 text-center text-sm text-ink-2">{children}</p>;
}
