import { useId, type ReactNode } from "react";
import { t } from "#words/t.ts";
import { classNames } from "./class-names.ts";
import { AgainButton } from "./failure/again-button.tsx";
import { Skeleton } from "./skeleton.tsx";

interface PanelProps {
  title: string;
  /** One sentence below the title. */
  lead?: string;
  /** The id of the section, for links to it. */
  id?: string;
  className?: string;
  children: ReactNode;
}

/** One part of a page, with its heading. */
export function Panel({ title, lead, id, className, children }: PanelProps) {
  const heading = useId();
  return (
    <section id={id} aria-labelledby={heading} className={classNames("panel min-w-0 scroll-mt-24 p-5 md:p-6", className)}>
      <h2 id={heading} className="heading text-xl">
        {title}
      </h2>
      {lead && <p className="mt-1 text-ink-2">{lead}</p>}
      {children}
    </section>
  );
}

/** A list with the rows of a query, as {@link Loaded}. */
export function Rows<T>({ query, children }: Omit<LoadedProps<T>, "skeleton">) {
  return (
    <div className="mt-2">
      <Loaded query={query} skeleton={<RowSkeletons />}>
        {(data) => <ul className="divide-y divide-line">{children(data)}</ul>}
      </Loaded>
    </div>
  );
}

function RowSkeletons() {
  return (
    <div className="flex flex-col gap-3 pt-2">
      <Skeleton className="h-12 rounded-control" />
      <Skeleton className="h-12 rounded-control" />
    </div>
  );
}

interface LoadedProps<T> {
  query: { data?: T | undefined; isError: boolean; refetch: () => unknown };
  /** Takes the place of the data while it is loading. */
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}

/** The data of a query, a skeleton while it loads, or a message with Try again. */
export function Loaded<T>({ query: { data, isError, refetch }, skeleton, children }: LoadedProps<T>) {
  if (data !== undefined) return children(data);
  if (!isError)
    return (
      <div aria-busy="true" aria-label={t("Loading")}>
        {skeleton ?? <Skeleton className="h-48 rounded-control" />}
      </div>
    );
  return <NotLoaded again={() => void refetch()} />;
}

/** Takes the place of a part of a page that could not be loaded. */
export function NotLoaded({ again }: { again: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-4">
      <p>{t("We couldn't load this.")}</p>
      <AgainButton again={again} size="small" />
    </div>
  );
}
