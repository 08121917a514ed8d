import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "#ui/toast/toast.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { confirmAuthenticator, startAuthenticator } from "#features/account/two-step/contract.ts";
import { call } from "#web/call.ts";
import { tellRefusal } from "#web/forms/form-refusal.ts";
import PasswordDialog from "#features/account/pages/password-dialog.tsx";
import { rich } from "#words/rich.ts";
import { t } from "#words/t.ts";

interface AuthenticatorDialogProps {
  onDone: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

interface Started {
  secret: string;
  uri: string;
  qrCode: string;
}

/** Sets up an authenticator app: password, QR code, first code. Lazy-loaded. */
export default function AuthenticatorDialog({ onDone, onClose }: AuthenticatorDialogProps) {
  const [started, setStarted] = useState<Started>();
  if (started) return <FirstCode started={started} onDone={onDone} onClose={onClose} />;
  return (
    <PasswordDialog
      title={t("Set up an authenticator app")}
      lead={t("You need an app such as Google Authenticator, 1Password or Aegis.")}
      confirm={t("Continue")}
      onConfirm={async (password) => {
        setStarted((await call(startAuthenticator, { password })).data);
        return "";
      }}
      onDone={() => {}}
      onClose={onClose}
    />
  );
}

function FirstCode({ started, onDone, onClose }: AuthenticatorDialogProps & { started: Started }) {
  const form = useForm({ defaultValues: { code: "" } });
  const code = useWatch({ control: form.control, name: "code" });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      const { data, message } = await call(confirmAuthenticator, values);
      toast.success(message);
      onDone(data.recoveryCodes);
    } catch (error) {
      tellRefusal(error, form);
    }
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("Scan this code")}
      description={t("Then enter the 6 digits your app shows.")}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button type="submit" form="first-code" busy={isSubmitting} disabled={!code.trim()}>
            {t("Turn on")}
          </Button>
        </>
      }
    >
      <form id="first-code" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4.5">
        {/* White around it in the dark too: apps look for a dark code on a light ground. */}
        <img
          src={`data:image/svg+xml,${encodeURIComponent(started.qrCode)}`}
          alt={t("QR code for your authenticator app")}
          className="mx-auto size-52 rounded-card bg-white p-2"
        />
        <p className="text-sm text-ink-2">
          {rich("On this phone? {link}, or type this key: {key}", {
            link: (
              <a href={started.uri} className="font-semibold text-leaf underline">
                {t("Open your app")}
              </a>
            ),
            key: <code className="break-all text-ink">{started.secret}</code>,
          })}
        </p>
        <Field
          label={t("Code")}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          error={errors.code?.message}
          {...form.register("code")}
        />
      </form>
    </Dialog>
  );
}
