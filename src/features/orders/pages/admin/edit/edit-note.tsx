import { Button } from "#ui/button.tsx";
import { GuardedDialog } from "#ui/dialogs/guarded-dialog.tsx";
import { TextField } from "#ui/field.tsx";
import { t } from "#words/t.ts";
import { MAX_NOTE, type AdminOrder } from "../../../admin/contract.ts";
import { useOrderForm } from "./use-order-form.ts";

/** Edits the staff's note on an order. Lazy-loaded. */
export default function EditNote({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const { orderId, note } = order;
  const { form, submit } = useOrderForm<{ note: string }>(order, { defaultValues: { note }, changeOf: (fields) => fields, onClose });
  const { isSubmitting, errors } = form.formState;
  return (
    <GuardedDialog
      open
      onOpenChange={(open) => !open && !isSubmitting && onClose()}
      title={t("Edit note")}
      description={t("For the people who pack and deliver order {orderId}. The shopper sees it only on the packing slip and bag labels.", {
        orderId,
      })}
      footer={
        <Button type="submit" form="order-note" busy={isSubmitting}>
          {t("Save note")}
        </Button>
      }
    >
      <form id="order-note" noValidate onSubmit={(event) => void submit(event)}>
        <TextField label={t("Note")} rows={4} maxLength={MAX_NOTE} error={errors.note?.message} {...form.register("note")} />
      </form>
    </GuardedDialog>
  );
}
