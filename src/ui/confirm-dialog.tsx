import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { CONFIRM_WORDS } from "./confirm-words.ts";
import { Dialog } from "./dialog.tsx";

interface ConfirmDialogProps {
  title: string;
  /** What follows from a yes. */
  children: ReactNode;
  confirm?: string;
  /** Leaves everything as it is; has the focus at first. */
  decline?: string;
  /** Something is lost by a yes; else its button is green. */
  danger?: boolean;
  /** The yes is under way. */
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that is hard to undo (STAT-7). Load it lazily. */
export default function ConfirmDialog({
  title,
  children,
  confirm = CONFIRM_WORDS.confirm,
  decline = CONFIRM_WORDS.cancel,
  danger = false,
  busy = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={title}
      description={children}
      cross={false}
      footer={
        <>
          <Button kind="quiet" disabled={busy} onClick={onClose}>
            {decline}
          </Button>
          <Button kind={danger ? "danger" : "primary"} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    />
  );
}
