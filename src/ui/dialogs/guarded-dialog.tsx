import { useRef, useState } from "react";
import { t } from "#words/t.ts";
import { Confirm } from "./confirm.tsx";
import { Dialog, type DialogProps } from "./dialog.tsx";

/** A dialog that asks before Escape, the cross or a press outside discards what was typed. Load it lazily. */
export function GuardedDialog({ onOpenChange, children, ...dialog }: DialogProps) {
  const hasTyped = useRef(false);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Dialog {...dialog} onOpenChange={(open) => (!open && hasTyped.current ? setAsking(true) : onOpenChange(open))}>
        <div onInput={() => (hasTyped.current = true)}>{children}</div>
      </Dialog>
      {asking && (
        <Confirm
          title={t("Discard your changes?")}
          text={t("Your changes aren't saved yet.")}
          confirm={t("Discard")}
          cancel={t("Keep editing")}
          tone="danger"
          onConfirm={() => onOpenChange(false)}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
