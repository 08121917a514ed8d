import { useEffect, useRef } from "react";
import { ChangeList } from "#features/audit/pages/change-list.tsx";
import { Button } from "#ui/button.tsx";
import { t } from "#words/t.ts";
import type { Conflict } from "./conflict.ts";

interface ConflictNoticeProps {
  /** What was changed, for example `product`. */
  thing: string;
  conflict: Conflict;
  onTake: () => void;
}

/** Shows what another admin changed in the meantime. It can be merged without losing local edits. */
export function ConflictNotice({ thing, conflict: { before, after, isShared }, onTake }: ConflictNoticeProps) {
  const notice = useRef<HTMLElement>(null);
  // Focus the notice, so that it is noticed from anywhere in the form.
  useEffect(() => notice.current?.focus(), []);
  return (
    <section
      ref={notice}
      tabIndex={-1}
      role="alert"
      aria-label={t("Changed by another admin")}
      className="mb-5 rounded-card bg-marigold-tint p-4.5 focus:outline-none"
    >
      <p className="font-bold">{t("Another admin has changed this {thing}", { thing })}</p>
      <ChangeList before={before} after={after} />
      <p className="mt-2 text-sm text-ink-2">
        {isShared
          ? t(
              "Your changes are not saved yet. Load the latest version and carry on: what you typed stays, even where you both changed the same field.",
            )
          : t("Your changes are not saved yet. Load the latest version and carry on: what you typed stays.")}
      </p>
      <Button size="small" onClick={onTake} className="mt-3">
        {t("Load the latest version")}
      </Button>
    </section>
  );
}
