import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { localPath } from "#words/language.ts";
import { writeAddress, type Narrowing } from "../../narrowing/rules.ts";
import type { PageNarrowing } from "./use-narrowing.ts";

interface NarrowButtonProps {
  page: Pick<PageNarrowing, "kept" | "change">;
  /** The filters to set. */
  to: Narrowing;
  className: string;
  children: ReactNode;
}

/** Sets the filters of a list. A form, so that it works without script and robots don't follow it. */
export function NarrowButton({ page: { kept, change }, to, className, children }: NarrowButtonProps) {
  const { pathname } = useLocation();
  return (
    <form
      method="get"
      action={localPath(pathname)}
      onSubmit={(event) => {
        event.preventDefault();
        change(to);
      }}
    >
      {[...kept, ...writeAddress(to)].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={className}>
        {children}
      </button>
    </form>
  );
}
