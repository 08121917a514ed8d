import { useForm, useWatch } from "react-hook-form";
import { toast } from "#ui/toast/toast.ts";
import { Link, useNavigate } from "react-router";
import { Button } from "#ui/button.tsx";
import { EmailField, Field } from "#ui/field.tsx";
import { call } from "#web/call.ts";
import { tellRefusal } from "#web/forms/form-refusal.ts";
import { isEmail } from "#web/forms/is-email.ts";
import { paths } from "#web/paths.ts";
import { signIn } from "#web/session/change-session.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { t } from "#words/t.ts";
import { login, messages, register } from "../../contract.ts";
import { isLongEnough } from "./entry-rules.ts";
import { EntryForm, footLink } from "./entry-form.tsx";
import { NewPasswordFields } from "./password-fields.tsx";
import { useNext } from "../use-next.ts";

export const meta = privateMeta(t("Register"));

/** Registration (ACC-2). Leads to the login, or logs people in who came from another page, such as the checkout, and returns there. */
export default function Register() {
  const { next, search } = useNext();
  const navigate = useNavigate();
  const form = useForm({ defaultValues: { name: "", email: "", password: "", confirmPassword: "" } });
  const filled = Object.values(useWatch({ control: form.control })).every((value) => value.trim());

  const submit = form.handleSubmit(async (values) => {
    try {
      const { message } = await call(register, values);
      const tokens = next === paths.home ? undefined : await tokensOf(values);
      if (tokens) {
        signIn(tokens.accesstoken, tokens.refreshToken);
        toast.success(t("Your account is ready"));
        await navigate(next, { replace: true });
      } else {
        toast.success(message);
        await navigate(paths.login + search, { state: values.email });
      }
    } catch (error) {
      tellRefusal(error, form);
    }
  });
  const { errors, isSubmitting } = form.formState;
  const same = (value: string) => value === form.getValues("password") || messages.passwordsDiffer;
  return (
    <EntryForm
      title={t("Create your account")}
      lead={t("It takes a minute, and we'll keep your cart.")}
      onSubmit={(event) => void submit(event)}
      foot={
        <>
          {t("Already have an account?")}{" "}
          <Link to={paths.login + search} className={footLink}>
            {t("Login")}
          </Link>
        </>
      }
    >
      <Field label={t("Name")} autoComplete="name" error={errors.name?.message} {...form.register("name")} />
      <EmailField error={errors.email?.message} {...form.register("email", { validate: isEmail })} />
      <NewPasswordFields
        password={{ label: t("Password"), error: errors.password?.message, ...form.register("password", { validate: isLongEnough }) }}
        confirm={{
          label: t("Confirm Password"),
          error: errors.confirmPassword?.message,
          ...form.register("confirmPassword", { validate: same }),
        }}
      />
      <Button type="submit" size="large" busy={isSubmitting} disabled={!filled}>
        {t("Register")}
      </Button>
    </EntryForm>
  );
}

/** Logs the new account in. If that fails, people can still use the login page. */
async function tokensOf({ email, password }: { email: string; password: string }) {
  const answer = await call(login, { email, password }).catch(() => undefined);
  return answer?.data;
}
