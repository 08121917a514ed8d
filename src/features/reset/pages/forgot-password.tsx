import { useForm, useWatch } from "react-hook-form";
import { toast } from "#ui/toast/toast.ts";
import { Link, useLocation, useNavigate } from "react-router";
import { Button } from "#ui/button.tsx";
import { EmailField } from "#ui/field.tsx";
import { call } from "#web/call.ts";
import { tellRefusal } from "#web/forms/form-refusal.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";
import { EntryForm, footLink } from "../../account/pages/sign-in/entry-form.tsx";
import { useNext } from "../../account/pages/use-next.ts";
import { forgotPassword } from "../contract.ts";
import type { ResetState } from "./reset-steps.ts";

export const meta = privateMeta(t("Forgot password"));

/** Requests a code (ACC-3, NAV-3), then goes to the page where it is entered. */
export default function ForgotPassword() {
  const { search } = useNext();
  const navigate = useNavigate();
  const typed: unknown = useLocation().state;
  const form = useForm({ defaultValues: { email: typeof typed === "string" ? typed : "" } });
  const email = useWatch({ control: form.control, name: "email" });

  const submit = form.handleSubmit(async (values) => {
    try {
      const { message } = await call(forgotPassword, values);
      toast.success(message);
      await navigate(paths.verificationOtp + search, { state: { email: values.email.trim(), verified: false } satisfies ResetState });
    } catch (error) {
      tellRefusal(error, form);
    }
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <EntryForm
      title={t("Forgot your password?")}
      lead={t("Enter your email address and we'll send you a code to set a new one.")}
      onSubmit={(event) => void submit(event)}
      foot={
        <>
          {t("Remember it?")}{" "}
          <Link to={paths.login + search} className={footLink}>
            {t("Login")}
          </Link>
        </>
      }
    >
      <EmailField required error={errors.email?.message} {...form.register("email")} />
      <Button type="submit" size="large" busy={isSubmitting} disabled={!email.trim()}>
        {t("Send code")}
      </Button>
    </EntryForm>
  );
}
