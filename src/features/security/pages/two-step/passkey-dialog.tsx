import { useForm, useWatch } from "react-hook-form";
import { toast } from "#ui/toast/toast.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { CurrentPasswordField } from "#features/account/pages/sign-in/password-fields.tsx";
import { Field } from "#ui/field.tsx";
import { makePasskey, WAS_CANCELED } from "#features/account/pages/sign-in/web-authn.ts";
import { addPasskey, startPasskey } from "#features/account/two-step/contract.ts";
import { call } from "#web/call.ts";
import { tellRefusal } from "#web/forms/form-refusal.ts";
import { t } from "#words/t.ts";

interface PasskeyDialogProps {
  onDone: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

/** Names and adds a passkey; the browser asks for fingerprint, face or screen lock. Lazy-loaded. */
export default function PasskeyDialog({ onDone, onClose }: PasskeyDialogProps) {
  const form = useForm({ defaultValues: { name: "", password: "" } });
  const [name, password] = useWatch({ control: form.control, name: ["name", "password"] });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      const { ticket, options } = (await call(startPasskey, { password: values.password })).data;
      const { data, message } = await call(addPasskey, { ticket, name: values.name, response: await makePasskey(options) });
      toast.success(message);
      onDone(data.recoveryCodes);
    } catch (error) {
      if (error === WAS_CANCELED) return;
      const isThere = error instanceof Error && error.name === "InvalidStateError";
      if (isThere) toast.error(t("This device already has a passkey for your account."));
      else tellRefusal(error, form);
    }
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("Add a passkey")}
      description={t("Your device will ask for your fingerprint, face or screen lock.")}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button type="submit" form="add-passkey" busy={isSubmitting} disabled={!name.trim() || !password}>
            {t("Continue")}
          </Button>
        </>
      }
    >
      <form id="add-passkey" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4.5">
        <Field
          label={t("Device name")}
          hint={t("Such as “My phone”")}
          maxLength={60}
          required
          error={errors.name?.message}
          {...form.register("name")}
        />
        <CurrentPasswordField error={errors.password?.message ?? errors.root?.message} {...form.register("password")} />
      </form>
    </Dialog>
  );
}
