import { useId, type ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** A section of the page with its heading and one sentence. */
export function Panel({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="panel p-5 md:p-6">
      <h2 id={id} className="heading text-xl">
        {title}
      </h2>
      <p className="mt-1 text-ink-2">{lead}</p>
      {children}
    </section>
  );
}

interface RowsProps {
  read: { data?: unknown; isError: boolean; refetch: () => unknown };
  children: ReactNode;
}

/** A list of rows, its skeleton while it loads, or a message with Try again. */
export function Rows({ read, children }: RowsProps) {
  if (read.data) return <ul className="mt-2 divide-y divide-line">{children}</ul>;
  if (!read.isError) {
    return (
      <div aria-busy="true" aria-label="Loading" className="mt-4 flex flex-col gap-3">
        <Skeleton className="h-12 rounded-control" />
        <Skeleton className="h-12 rounded-control" />
      </div>
    );
  }
  return (
    <div role="alert" className="mt-4 flex flex-wrap items-center gap-4">
      <p>We couldn't load this.</p>
      <Button kind="outline" size="small" onClick={() => void read.refetch()}>
        Try again
      </Button>
    </div>
  );
}
