import { classNames } from "./class-names.ts";

/** A placeholder for content that is loading: give it the size of that content. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden
      className={classNames(
        "block animate-shimmer rounded-tag bg-sunken bg-linear-to-r from-transparent from-30% via-surface/60 via-50% to-transparent to-70% bg-size-[200%_100%]",
        className,
      )}
    />
  );
}
