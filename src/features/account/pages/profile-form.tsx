import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "#ui/toast/toast.ts";
import { BadgeCheck, MailWarning } from "lucide-react";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { EmailField, Field, PasswordField } from "#ui/field.tsx";
import { messageOf } from "#web/call.ts";
import { tellRefusal } from "#web/forms/form-refusal.ts";
import { rich } from "#words/rich.ts";
import { t } from "#words/t.ts";
import type { User } from "../contract.ts";
import { ResendButton } from "./sign-in/resend-button.tsx";
import { keepEmail, saveProfile } from "./use-profile.ts";

/** Name, email and mobile, all required (ACC-7). Changing the email address asks for the password. */
export function ProfileForm({ user }: { user: User }) {
  const form = useForm({ defaultValues: { ...fieldsOf(user), password: "" } });
  const typed = useWatch({ control: form.control, name: "email" });
  const isAnother = typed.trim().toLowerCase() !== user.email.toLowerCase();
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ password, ...fields }) => {
    try {
      const saved = await saveProfile({ ...fields, ...(isAnother && { password }) });
      form.reset({ ...fieldsOf(saved), password: "" });
    } catch (error) {
      tellRefusal(error, form);
    }
  });
  return (
    <section aria-labelledby="details" className="panel p-5 md:p-6">
      <h2 id="details" className="heading text-xl">
        {t("Your details")}
      </h2>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-4 flex flex-col gap-4.5">
        <Field label={t("Name")} autoComplete="name" required error={errors.name?.message} {...form.register("name", filled(t("Name")))} />
        <div className="flex flex-col gap-2.5">
          <EmailField
            autoComplete="email"
            required
            error={errors.email?.message}
            {...(isAnother && { hint: t("We'll email a link there. Your address changes once you follow it.") })}
            {...form.register("email", filled(t("Email")))}
          />
          {!isAnother && <EmailState user={user} />}
        </div>
        {isAnother && (
          <PasswordField
            label={t("Your password")}
            autoComplete="current-password"
            required
            hint={t("Needed to change your email address")}
            error={errors.password?.message}
            {...form.register("password", { validate: (value) => value !== "" || t("Password is required") })}
          />
        )}
        <Field
          label={t("Mobile")}
          type="tel"
          autoComplete="tel"
          required
          error={errors.mobile?.message}
          {...form.register("mobile", filled(t("Mobile")))}
        />
        <Button type="submit" size="large" busy={isSubmitting} className="sm:self-start sm:px-10">
          {t("Save")}
        </Button>
      </form>
    </section>
  );
}

/** Whether the address is confirmed, and a new address that isn't yet. */
function EmailState({ user }: { user: User }) {
  const [busy, setBusy] = useState(false);
  const keep = async () => {
    setBusy(true);
    await keepEmail().catch((error: unknown) => toast.error(messageOf(error)));
    setBusy(false);
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        {user.verify_email ? (
          <Badge tone="green">
            <BadgeCheck aria-hidden className="size-4" />
            {t("Confirmed")}
          </Badge>
        ) : (
          <Badge tone="grey">
            <MailWarning aria-hidden className="size-4" />
            {t("Not confirmed")}
          </Badge>
        )}
        {!user.verify_email && !user.new_email && <ResendButton />}
      </div>
      {user.new_email && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-marigold-tint px-4 py-3">
          <p className="min-w-48 flex-1 text-sm break-words">
            {rich("Follow the link we emailed to {email} to use that address.", { email: <b>{user.new_email}</b> })}
          </p>
          <ResendButton />
          <Button kind="quiet" size="small" disabled={busy} onClick={() => void keep()}>
            {t("Keep current address")}
          </Button>
        </div>
      )}
    </>
  );
}

const filled = (label: string) => ({ validate: (value: string) => value.trim() !== "" || t("{field} is required", { field: label }) });

function fieldsOf({ name, email, mobile }: User) {
  return { name, email, mobile };
}
