import { useForm, useWatch } from "react-hook-form";
import { toast } from "#ui/toast/toast.ts";
import { useNavigate } from "react-router";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { CurrentPasswordField } from "#features/account/pages/sign-in/password-fields.tsx";
import { Field } from "#ui/field.tsx";
import { Failure } from "#ui/failure/failure.tsx";
import { call, CallError } from "#web/call.ts";
import { tellRefusal } from "#web/forms/form-refusal.ts";
import { paths } from "#web/paths.ts";
import { leaveForGood } from "#web/session/change-session.ts";
import { t } from "#words/t.ts";
import { deleteAccount } from "../contract.ts";

/** Typed to confirm, so that nobody deletes their account by mistake. */
const WORD = t("DELETE");

/** Asks for the password and a word to confirm. Loaded when it is opened. */
export default function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm({ defaultValues: { word: "", password: "" } });
  const [word, password] = useWatch({ control: form.control, name: ["word", "password"] });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      const { message } = await call(deleteAccount, { password: values.password });
      leaveForGood();
      toast.success(message);
      await navigate(paths.home);
    } catch (error) {
      // What prevents it is shown here, where there is time to read it.
      if (error instanceof CallError && error.status === 409) form.setError("root", { message: error.message });
      else tellRefusal(error, form);
    }
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("Delete your account")}
      description={t(
        "This permanently deletes your profile, addresses, cart and messages. Past orders stay in our books without your name and address.",
      )}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button kind="danger" type="submit" form="delete-account" busy={isSubmitting} disabled={word.trim() !== WORD || !password}>
            {t("Delete my account")}
          </Button>
        </>
      }
    >
      <form id="delete-account" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4.5">
        <Field
          label={t("Type {WORD} to confirm", { WORD })}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          {...form.register("word")}
        />
        <CurrentPasswordField error={errors.password?.message} {...form.register("password")} />
        <Failure>{errors.root?.message}</Failure>
      </form>
    </Dialog>
  );
}
