import { useEffect, useRef } from "react";
import { ChangeList } from "#features/audit/pages/change-list.tsx";
import { Button } from "#ui/button.tsx";
import type { Conflict } from "./conflict.ts";

interface ConflictNoticeProps {
  /** What was changed: `product`. */
  thing: string;
  conflict: Conflict;
  onTake: () => void;
}

/** Tells what another admin has changed meanwhile; it can be taken over without losing what was typed here. */
export function ConflictNotice({ thing, conflict: { before, after, isShared }, onTake }: ConflictNoticeProps) {
  const notice = useRef<HTMLElement>(null);
  // Seen at once, wherever in the form somebody was.
  useEffect(() => notice.current?.focus(), []);
  return (
    <section
      ref={notice}
      tabIndex={-1}
      role="alert"
      aria-label="Changed meanwhile"
      className="mb-5 rounded-card bg-marigold-tint p-4.5 focus:outline-none"
    >
      <p className="font-bold">Another admin has changed this {thing} meanwhile</p>
      <ChangeList before={before} after={after} />
      <p className="mt-2 text-sm text-ink-2">
        Nothing of yours is saved yet. Load the new one to go on: what you have typed stays
        {isShared && ", also where both of you changed the same"}.
      </p>
      <Button size="small" onClick={onTake} className="mt-3">
        Load the new one
      </Button>
    </section>
  );
}
