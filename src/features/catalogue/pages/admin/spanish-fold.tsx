import { useState, type ReactNode } from "react";
import { ChevronRight } from "lucide-react";
import { classNames } from "#ui/class-names.ts";
import { t } from "#words/t.ts";

interface SpanishFoldProps {
  /** The Spanish name, shown while folded. */
  name: string;
  children: ReactNode;
}

/** The Spanish texts of a form, folded until they are wanted. */
export function SpanishFold({ name, children }: SpanishFoldProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="border-t border-line pt-2">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-11 w-full items-center gap-2 text-left font-semibold"
      >
        <ChevronRight aria-hidden className={classNames("size-4.5 shrink-0", isOpen && "rotate-90")} />
        {t("Spanish")}
        {!isOpen && <span className="min-w-0 truncate font-normal text-ink-2">{name}</span>}
      </button>
      {isOpen && (
        <>
          <p className="mb-3 text-sm text-ink-2">{t("Empty fields are shown in English.")}</p>
          <div className="grid items-start gap-4.5">{children}</div>
        </>
      )}
    </div>
  );
}
