import { useId, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { t } from "#words/t.ts";
import { MAX_NAME } from "../contract.ts";

interface NameDialogProps {
  title: string;
  name?: string;
  confirm: string;
  /** @returns whether the name was accepted; a toast says why not */
  onName: (name: string) => Promise<boolean>;
  onClose: () => void;
}

/** Asks for the name of a list. Loaded when it is needed. */
export default function NameDialog({ title, name = "", confirm, onName, onClose }: NameDialogProps) {
  const [value, setValue] = useState(name);
  const [busy, setBusy] = useState(false);
  const form = useId();
  const submit = async () => {
    setBusy(true);
    if (await onName(value.trim())) onClose();
    else setBusy(false);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button type="submit" form={form} busy={busy} disabled={!value.trim()}>
            {confirm}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (value.trim()) void submit();
        }}
      >
        <Field label={t("Name")} value={value} maxLength={MAX_NAME} autoComplete="off" onChange={(event) => setValue(event.target.value)} />
      </form>
    </Dialog>
  );
}
