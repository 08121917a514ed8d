import { useForm, useWatch } from "react-hook-form";
import { toast } from "#ui/toast/toast.ts";
import { Button } from "#ui/button.tsx";
import { CurrentPasswordField, NewPasswordFields } from "#features/account/pages/sign-in/password-fields.tsx";
import { Panel } from "#ui/panel.tsx";
import { isLongEnough } from "#features/account/pages/sign-in/entry-rules.ts";
import { call } from "#web/call.ts";
import { tellRefusal } from "#web/forms/form-refusal.ts";
import { useUser } from "#features/account/pages/use-user.ts";
import { signIn } from "#web/session/change-session.ts";
import { t } from "#words/t.ts";
import { messages } from "../../reset/contract.ts";
import { changePassword } from "../contract.ts";

const EMPTY = { password: "", newPassword: "", confirmPassword: "" };

/** Changes the password. Logs out every other device and gets new tokens for this one. */
export function ChangePassword() {
  const user = useUser();
  const form = useForm({ defaultValues: EMPTY });
  const filled = Object.values(useWatch({ control: form.control })).every(Boolean);
  const { errors, isSubmitting } = form.formState;
  const same = (value: string) => value === form.getValues("newPassword") || messages.passwordsDiffer;
  const submit = form.handleSubmit(async (values) => {
    try {
      const { data, message } = await call(changePassword, values);
      signIn(data.accessToken, data.refreshToken);
      form.reset(EMPTY);
      toast.success(message);
    } catch (error) {
      tellRefusal(error, form);
    }
  });
  return (
    <Panel title={t("Change your password")} lead={t("This logs out your other devices. We'll email you.")}>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-4 flex flex-col gap-4.5">
        {/* Tells password managers whose password it is. */}
        <input type="email" autoComplete="username" value={user?.email ?? ""} readOnly hidden />
        <CurrentPasswordField label={t("Current password")} error={errors.password?.message} {...form.register("password")} />
        <NewPasswordFields
          password={{
            label: t("New password"),
            required: true,
            error: errors.newPassword?.message,
            ...form.register("newPassword", { validate: isLongEnough }),
          }}
          confirm={{
            label: t("Confirm new password"),
            required: true,
            error: errors.confirmPassword?.message,
            ...form.register("confirmPassword", { validate: same }),
          }}
        />
        <Button type="submit" size="large" busy={isSubmitting} disabled={!filled} className="sm:self-start sm:px-10">
          {t("Change password")}
        </Button>
      </form>
    </Panel>
  );
}
