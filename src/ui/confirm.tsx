import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

interface ConfirmProps {
  title: string;
  /** The question, or what was done. */
  text: ReactNode;
  /** What went wrong with it, beside what is under way. */
  failure?: string;
  confirm?: string;
  deny?: string;
  cancel?: string;
  /** A success has a green button, what deletes a red one (STAT-7). */
  tone?: "success" | "danger";
  busy?: boolean;
  onConfirm: () => void;
  /** With it there is a second answer. */
  onDeny?: () => void;
  /** With it there is a way back; without it closing confirms. */
  onCancel?: () => void;
}

/** A question or message over the page; its buttons are `OK`, `No` and `Cancel` unless said otherwise (STAT-7). Load it lazily. */
export function Confirm(props: ConfirmProps) {
  const { title, text, failure, confirm = "OK", deny = "No", cancel = "Cancel", tone = "success", busy = false } = props;
  const { onConfirm, onDeny, onCancel } = props;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && (onCancel ?? onConfirm)()}
      title={title}
      description={text}
      cross={false}
      footer={
        <>
          {onCancel && (
            <Button kind="quiet" disabled={busy} onClick={onCancel}>
              {cancel}
            </Button>
          )}
          {onDeny && (
            <Button kind="quiet" disabled={busy} onClick={onDeny}>
              {deny}
            </Button>
          )}
          <Button kind={tone === "danger" ? "danger" : "primary"} busy={busy} onClick={onConfirm} className="min-w-24">
            {confirm}
          </Button>
        </>
      }
    >
      {failure && (
        <p role="alert" className="rounded-control bg-tomato-tint px-4 py-3 text-tomato">
          {failure}
        </p>
      )}
    </Dialog>
  );
}
