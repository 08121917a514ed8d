import { useForm, useWatch } from "react-hook-form";
import { toast } from "#ui/toast.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { PasswordField } from "#ui/field.tsx";
import { call } from "#web/call.ts";
import { tellRefusal } from "#web/form-refusal.ts";
import { changeRole, type Person } from "../contract.ts";

interface RoleDialogProps {
  person: Person;
  isMe: boolean;
  onChanged: () => void;
  onClose: () => void;
}

/** Makes somebody an admin, or no longer one; asks for the password of the admin who does. Loaded when it is opened. */
export default function RoleDialog({ person: { _id, name, role }, isMe, onChanged, onClose }: RoleDialogProps) {
  const form = useForm({ defaultValues: { password: "" } });
  const password = useWatch({ control: form.control, name: "password" });
  const { errors, isSubmitting } = form.formState;
  const isAdmin = role === "ADMIN";
  const submit = form.handleSubmit(async (values) => {
    try {
      const { message } = await call(changeRole, { _id, role: isAdmin ? "USER" : "ADMIN", ...values });
      toast.success(message);
      onChanged();
    } catch (error) {
      tellRefusal(error, form);
    }
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isAdmin ? `Remove ${name} as an admin?` : `Make ${name} an admin?`}
      description={
        (isMe ? "This is your own account. " : "") +
        (isAdmin
          ? "They keep their account and can shop, but can't use the back office anymore."
          : "Admins see all orders and people, manage the catalog, and can make other people admins.")
      }
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button kind={isAdmin ? "danger" : "primary"} type="submit" form="change-role" busy={isSubmitting} disabled={!password}>
            {isAdmin ? "Remove admin" : "Make admin"}
          </Button>
        </>
      }
    >
      <form id="change-role" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4.5">
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          required
          error={errors.password?.message ?? errors.root?.message}
          {...form.register("password")}
        />
      </form>
    </Dialog>
  );
}
