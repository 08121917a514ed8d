import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "#ui/toast/toast.ts";
import { useLocation, useNavigate } from "react-router";
import type { User } from "#features/account/contract.ts";
import { Button } from "#ui/button.tsx";
import { EmailField, Field, TextField } from "#ui/field.tsx";
import { CallError } from "#web/call.ts";
import { LeaveGuard } from "#web/forms/leave-guard.tsx";
import { showRefusal } from "#web/forms/form-refusal.ts";
import { paths } from "#web/paths.ts";
import { sendOnce } from "#web/sending/send-once.ts";
import { t } from "#words/t.ts";
import { CONTACT_EMAIL, MESSAGE_MAX, messages, sendMessage } from "../contract.ts";
import { subjectIn } from "./about-order.ts";

/** The contact form (STAT-3 to STAT-5), prefilled with the person's name and email address, and the order that they come from. */
export function ContactForm({ user }: { user: User | undefined }) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const form = useForm({
    values: { name: user?.name ?? "", email: user?.email ?? "", subject: subjectIn(state), message: "" },
    // The person may be typing when their details arrive.
    resetOptions: { keepDirtyValues: true },
  });
  const filled = Object.values(useWatch({ control: form.control })).every((value) => value.trim());

  const [send] = useState(() => sendOnce(sendMessage));
  const submit = form.handleSubmit(async (values) => {
    try {
      await send({ ...values, ...(user && { userId: user._id }) });
    } catch (error) {
      const refused = error instanceof CallError && error.status !== 0;
      toast.error(refused ? messages.refused : messages.failed);
      showRefusal(error, form);
      return;
    }
    toast.success(messages.sent);
    await navigate(paths.messageSent);
  });

  const { errors, isSubmitting, isDirty } = form.formState;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="panel flex flex-col gap-4.5 p-5 md:p-7">
      <LeaveGuard isMessage isChanged={() => isDirty && !isSubmitting} />
      <div className="grid gap-4.5 sm:grid-cols-2">
        <Field label={t("Name")} autoComplete="name" required error={errors.name?.message} {...form.register("name")} />
        <EmailField
          autoComplete="email"
          required
          error={errors.email?.message}
          {...form.register("email", { validate: (value) => CONTACT_EMAIL.test(value.trim()) || t("Enter a valid email address") })}
        />
      </div>
      <Field label={t("Subject")} required maxLength={150} error={errors.subject?.message} {...form.register("subject")} />
      <TextField label={t("Message")} required maxLength={MESSAGE_MAX} error={errors.message?.message} {...form.register("message")} />
      {errors.root && (
        <p role="alert" className="text-sm text-tomato">
          {errors.root.message}
        </p>
      )}
      <Button type="submit" size="large" busy={isSubmitting} disabled={!filled}>
        {t("Send message")}
      </Button>
    </form>
  );
}
