import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { CONFIRM_WORDS } from "./confirm-words.ts";
import { Dialog } from "./dialog.tsx";

interface ConfirmDialogProps {
  title: string;
  /** What happens on confirmation. */
  children: ReactNode;
  confirm?: string;
  /** The button that changes nothing; focused first. */
  decline?: string;
  /** Confirming loses something; otherwise its button is green. */
  danger?: boolean;
  /** The confirmed action is in progress. */
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before an action that is hard to undo (STAT-7). Load it lazily. */
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
