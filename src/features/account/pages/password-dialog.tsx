import type { ReactNode } from "react";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "#ui/toast/toast.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { CurrentPasswordField } from "./sign-in/password-fields.tsx";
import { tellRefusal } from "#web/forms/form-refusal.ts";
import { t } from "#words/t.ts";

interface PasswordDialogProps {
  title: string;
  lead?: string;
  confirm: string;
  danger?: boolean;
  /** @returns a message to show, if any */
  onConfirm: (password: string) => Promise<string>;
  onDone: () => void;
  onClose: () => void;
  /** While there is nothing to confirm. */
  disabled?: boolean;
  /** What to choose or read before the password. */
  children?: ReactNode;
}

/** Asks for the password before an action. Lazy-loaded. */
export default function PasswordDialog({ title, lead, confirm, danger = false, disabled = false, children, ...on }: PasswordDialogProps) {
  const { onConfirm, onDone, onClose } = on;
  const form = useForm({ defaultValues: { password: "" } });
  const password = useWatch({ control: form.control, name: "password" });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      const message = await onConfirm(values.password);
      if (message) toast.success(message);
      onDone();
    } catch (error) {
      tellRefusal(error, form);
    }
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={lead}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button
            kind={danger ? "danger" : "primary"}
            type="submit"
            form="own-password"
            busy={isSubmitting}
            disabled={disabled || !password}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <form id="own-password" noValidate onSubmit={(event) => void submit(event)}>
        {children}
        <CurrentPasswordField error={errors.password?.message ?? errors.root?.message} {...form.register("password")} />
      </form>
    </Dialog>
  );
}
