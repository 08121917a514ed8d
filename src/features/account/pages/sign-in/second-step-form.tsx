import { useForm, useWatch } from "react-hook-form";
import { toast } from "#ui/toast/toast.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { call, CallError } from "#web/call.ts";
import { tellRefusal } from "#web/forms/form-refusal.ts";
import { signIn } from "#web/session/change-session.ts";
import { t } from "#words/t.ts";
import { secondStep, type SecondStepDue } from "../../two-step/contract.ts";
import { EntryForm } from "./entry-form.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

interface SecondStepFormProps {
  due: SecondStepDue;
  /** Starts the login again. */
  onRestart: () => void;
}

/** The second step of a login: a code from the authenticator app, a passkey, or a recovery code. Lazy-loaded. */
export default function SecondStepForm({ due, onRestart }: SecondStepFormProps) {
  const form = useForm({ defaultValues: { code: "" } });
  const code = useWatch({ control: form.control, name: "code" });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      const { data, message } = await call(secondStep, { ticket: due.ticket, ...values });
      toast.success(message);
      signIn(data.accesstoken, data.refreshToken);
    } catch (error) {
      tellRefusal(error, form);
      if (error instanceof CallError && error.status === 401) onRestart();
    }
  });
  return (
    <EntryForm
      title={t("Confirm it's you")}
      lead={due.authenticator ? t("Enter the code from your authenticator app.") : t("Use your passkey, or enter a recovery code.")}
      onSubmit={(event) => void submit(event)}
      foot={t("Lost your device? Enter a recovery code instead, or ask one of the shop's admins.")}
    >
      {due.passkey && <PasskeyButton />}
      <Field
        label={due.authenticator ? t("Code") : t("Recovery code")}
        autoComplete="one-time-code"
        inputMode={due.authenticator ? "numeric" : "text"}
        autoCapitalize="none"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do on this page
        autoFocus
        error={errors.code?.message}
        hint={due.authenticator ? t("6 digits, or a recovery code") : undefined}
        {...form.register("code")}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="large" busy={isSubmitting} disabled={!code.trim()} className="grow">
          {t("Continue")}
        </Button>
        <Button kind="quiet" size="large" onClick={onRestart}>
          {t("Back")}
        </Button>
      </div>
    </EntryForm>
  );
}
