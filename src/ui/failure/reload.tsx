import { RotateCw } from "lucide-react";
import { t } from "#words/t.ts";
import { classNames } from "../class-names.ts";
import { AgainButton } from "./again-button.tsx";

/** Replaces what failed to load if the failure is only logged (STAT-8): no error text, just a way to reload. */
export function Reload({ again, className = "justify-center px-4 py-14" }: { again: () => void; className?: string }) {
  return (
    <div className={classNames("flex", className)}>
      <AgainButton again={again} kind="quiet">
        <RotateCw aria-hidden className="size-5" />
        {t("Reload")}
      </AgainButton>
    </div>
  );
}
