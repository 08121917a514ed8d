import type { ReactNode } from "react";
import { Confirm } from "./confirm.tsx";

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

/** Asks before an action that is hard to undo: {@link Confirm} with one way back, as a default export for `lazy`. */
export default function ConfirmDialog({ children, decline, danger = false, onClose, ...question }: ConfirmDialogProps) {
  return (
    <Confirm {...question} {...(decline && { cancel: decline })} text={children} tone={danger ? "danger" : "success"} onCancel={onClose} />
  );
}
