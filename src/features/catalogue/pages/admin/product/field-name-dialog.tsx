import { useForm } from "react-hook-form";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { t } from "#words/t.ts";
import { LONGEST } from "../../../admin/contract.ts";

interface FieldNameDialogProps {
  /** Names already in use. */
  taken: readonly string[];
  onName: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name of a new extra field (ADM-6). Loaded on demand. */
export default function FieldNameDialog({ taken, onName, onClose }: FieldNameDialogProps) {
  const form = useForm({ defaultValues: { name: "" } });
  const validate = (value: string) => {
    const name = value.trim();
    if (!name) return t("Field name is required");
    return !taken.some((other) => other.toLowerCase() === name.toLowerCase()) || t("This field already exists");
  };
  const submit = form.handleSubmit(({ name }) => {
    onName(name.trim());
    onClose();
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("Add Field")}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button type="submit" form="field-name">
            {t("Add Field")}
          </Button>
        </>
      }
    >
      <form
        id="field-name"
        noValidate
        onSubmit={(event) => {
          // In React's tree, this form is inside the product form.
          event.stopPropagation();
          void submit(event);
        }}
      >
        <Field
          label={t("Field name")}
          autoComplete="off"
          maxLength={LONGEST.shelf}
          required
          placeholder={t("Shelf life")}
          error={form.formState.errors.name?.message}
          {...form.register("name", { validate })}
        />
      </form>
    </Dialog>
  );
}
