import { useId, type ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Skeleton } from "#ui/skeleton.tsx";

interface PanelProps<T> {
  title: string;
  lead?: string;
  read: { data: T | undefined; isError: boolean; refetch: () => unknown };
  /** Of what stands there until it is known. */
  height?: string;
  /** Over both columns. */
  wide?: boolean;
  children: (data: T) => ReactNode;
}

/** One part of the overview: what it shows, that it is on its way, or that it could not be read. */
export function Panel<T>({ title, lead, read, height = "h-48", wide = false, children }: PanelProps<T>) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classNames("panel min-w-0 p-4.5", wide && "xl:col-span-2")}>
      <h2 id={id} className="font-bold">
        {title}
      </h2>
      {lead && <p className="text-sm text-ink-2">{lead}</p>}
      <div className="mt-3 min-h-48">
        {read.data !== undefined ? (
          children(read.data)
        ) : read.isError ? (
          <div role="alert" className="flex flex-wrap items-center gap-4 text-sm">
            <p>This could not be loaded.</p>
            <Button kind="outline" size="small" onClick={() => void read.refetch()}>
              Try again
            </Button>
          </div>
        ) : (
          <div aria-busy="true" aria-label="Loading">
            <Skeleton className={`${height} rounded-control`} />
          </div>
        )}
      </div>
    </section>
  );
}

/** What stands where there is nothing to list. */
export function Nothing({ children }: { children: ReactNode }) {
  return <p className="py-6 text-center text-sm text-ink-2">{children}</p>;
}
