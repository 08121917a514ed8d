import { useForm, useWatch } from "react-hook-form";
import { toast } from "#ui/toast/toast.ts";
import { Link, Navigate, useNavigate } from "react-router";
import { Button } from "#ui/button.tsx";
import { EmailField } from "#ui/field.tsx";
import { NewPasswordFields } from "#features/account/pages/sign-in/password-fields.tsx";
import { call } from "#web/call.ts";
import { tellRefusal } from "#web/forms/form-refusal.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { paths } from "#web/paths.ts";
import { signOut } from "#features/account/pages/sign-out.ts";
import { useSession } from "#web/session/session.ts";
import { t } from "#words/t.ts";
import { EntryForm, footLink } from "../../account/pages/sign-in/entry-form.tsx";
import { isLongEnough } from "../../account/pages/sign-in/entry-rules.ts";
import { useNext } from "../../account/pages/use-next.ts";
import { messages, resetPassword } from "../contract.ts";
import { useResetState } from "./reset-steps.ts";
import { StepSkeleton } from "./step-skeleton.tsx";

export const meta = privateMeta(t("New password"));

/** Sets the new password (ACC-5), then continues to the login. Redirects home without a verified code in navigation state (NAV-5). */
export default function ResetPassword() {
  const { search } = useNext();
  const state = useResetState();
  if (state === "unknown") return <StepSkeleton />;
  if (!state?.verified) return <Navigate to={paths.home} replace />;
  return <PasswordStep email={state.email} search={search} />;
}

function PasswordStep({ email, search }: { email: string; search: string }) {
  const { status } = useSession();
  const navigate = useNavigate();
  const form = useForm({ defaultValues: { email, newPassword: "", confirmPassword: "" } });
  const filled = Object.values(useWatch({ control: form.control })).every((value) => value.trim());

  const submit = form.handleSubmit(async (values) => {
    try {
      const { message } = await call(resetPassword, values);
      toast.success(message);
      // It may be the session of another person, which the reset doesn't end.
      if (status === "signed-in") void signOut().catch(() => {});
      await navigate(paths.login + search, { replace: true, state: email });
    } catch (error) {
      tellRefusal(error, form);
    }
  });
  const { errors, isSubmitting } = form.formState;
  const same = (value: string) => value === form.getValues("newPassword") || messages.passwordsDiffer;
  return (
    <EntryForm
      title={t("Choose a new password")}
      lead={t("This logs out all your devices. Then log in with the new password.")}
      onSubmit={(event) => void submit(event)}
      foot={
        <>
          {t("Code expired?")}{" "}
          <Link to={paths.forgotPassword + search} state={email} className={footLink}>
            {t("Get a new code")}
          </Link>
        </>
      }
    >
      <EmailField readOnly error={errors.email?.message} {...form.register("email")} />
      <NewPasswordFields
        password={{
          label: t("New Password"),
          error: errors.newPassword?.message,
          ...form.register("newPassword", { validate: isLongEnough }),
        }}
        confirm={{
          label: t("Confirm Password"),
          error: errors.confirmPassword?.message,
          ...form.register("confirmPassword", { validate: same }),
        }}
      />
      <Button type="submit" size="large" busy={isSubmitting} disabled={!filled}>
        {t("Change Password")}
      </Button>
    </EntryForm>
  );
}
