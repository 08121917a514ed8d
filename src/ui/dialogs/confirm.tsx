import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { Failure } from "../failure/failure.tsx";
import { CONFIRM_WORDS } from "./confirm-words.ts";
import { Dialog } from "./dialog.tsx";

interface ConfirmProps {
  title: string;
  /** The question, or what was done. */
  text: ReactNode;
  /** Why the action failed. */
  failure?: string;
  confirm?: string;
  deny?: string;
  cancel?: string;
  /** Green for a success, red for a deletion (STAT-7). */
  tone?: "success" | "danger";
  busy?: boolean;
  onConfirm: () => void;
  /** Adds a second answer. */
  onDeny?: () => void;
  /** Adds a way back; without it, closing confirms. */
  onCancel?: () => void;
}

/** A question or message over the page; its buttons are `OK`, `No` and `Cancel` by default (STAT-7). Load it lazily. */
export function Confirm(props: ConfirmProps) {
  const { title, text, failure, tone = "success", busy = false } = props;
  const { confirm, deny, cancel } = { ...CONFIRM_WORDS, ...props };
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
      <Failure>{failure}</Failure>
    </Dialog>
  );
}
