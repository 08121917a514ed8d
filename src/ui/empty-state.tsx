import type { ReactNode } from "react";

interface EmptyStateProps {
  /** The specification's words, such as "No Data". */
  title: string;
  /** What to do about it. */
  children?: ReactNode;
  picture?: string;
}

/** Takes the place of an empty list. */
export function EmptyState({ title, children, picture }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-14 text-center">
      {picture && <img src={picture} alt="" width={160} height={160} className="size-40" />}
      <p className="heading text-2xl">{title}</p>
      {children && <div className="flex max-w-md flex-col items-center gap-4 text-ink-2">{children}</div>}
    </div>
  );
}
