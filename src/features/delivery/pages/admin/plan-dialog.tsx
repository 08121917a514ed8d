import { useId, useState, type ReactNode } from "react";
import { GuardedDialog } from "#ui/dialogs/guarded-dialog.tsx";
import { SaveButtons } from "#ui/dialogs/save-buttons.tsx";
import { Failure } from "#ui/failure/failure.tsx";

interface PlanDialogProps {
  title: string;
  /** Returns why it was not saved, empty if it was; undefined if a field says what is missing. */
  save: () => Promise<string> | undefined;
  onClose: () => void;
  /** The form's fields. */
  children: ReactNode;
  history?: ReactNode;
}

/** A form for a part of the delivery plan. */
export function PlanDialog({ title, save, onClose, children, history }: PlanDialogProps) {
  const form = useId();
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    const saving = save();
    if (!saving) return;
    setBusy(true);
    const failed = await saving;
    setBusy(false);
    setFailure(failed);
    if (!failed) onClose();
  };
  return (
    <GuardedDialog
      wide
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      footer={<SaveButtons form={form} busy={busy} onCancel={onClose} />}
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Failure>{failure}</Failure>
        {children}
      </form>
      {history}
    </GuardedDialog>
  );
}
