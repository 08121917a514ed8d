import { lazy, Suspense, useRef, useState } from "react";
import { t } from "#words/t.ts";
import { classNames } from "../class-names.ts";
import { Layer, type LayerProps } from "./layer.tsx";

const Confirm = lazy(async () => ({ default: (await import("./confirm.tsx")).Confirm }));

interface DialogProps extends LayerProps {
  /** How wide it may be: 480 px, or 720 px for receipts and forms in columns. */
  wide?: boolean;
  /** Asks before Escape, the cross or a press outside discards what was typed. */
  guarded?: boolean;
}

/** A dialog in the middle of the page; on phones it rises from the bottom over the full width. Load it lazily. */
export function Dialog({ wide = false, guarded = false, onOpenChange, children, ...layer }: DialogProps) {
  const hasTyped = useRef(false);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Layer
        {...layer}
        onOpenChange={(open) => (!open && guarded && hasTyped.current ? setAsking(true) : onOpenChange(open))}
        startInField
        className={classNames(
          "inset-x-0 bottom-0 max-h-[92dvh] rounded-t-hero data-[state=closed]:animate-rise-out data-[state=open]:animate-rise-in",
          "md:inset-auto md:top-1/2 md:left-1/2 md:w-[calc(100vw-3rem)] md:-translate-1/2 md:rounded-hero",
          wide ? "md:max-w-[45rem]" : "md:max-w-[30rem]",
        )}
        footerClassName="flex flex-wrap justify-end gap-3 pb-[max(1rem,env(safe-area-inset-bottom))]"
      >
        {guarded ? <div onInput={() => (hasTyped.current = true)}>{children}</div> : children}
      </Layer>
      {asking && (
        <Suspense fallback={null}>
          <Confirm
            title={t("Discard your changes?")}
            text={t("Your changes aren't saved yet.")}
            confirm={t("Discard")}
            cancel={t("Keep editing")}
            tone="danger"
            onConfirm={() => onOpenChange(false)}
            onCancel={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
