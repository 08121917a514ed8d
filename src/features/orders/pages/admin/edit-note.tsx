import { useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { TextField } from "#ui/field.tsx";
import { toast } from "#ui/toast/toast.ts";
import { call } from "#web/call.ts";
import { tellRefusal } from "#web/forms/form-refusal.ts";
import { t } from "#words/t.ts";
import { MAX_NOTE, updateOrderStatus, type AdminOrder } from "../../admin/contract.ts";
import { statusNow } from "./status-now.ts";
import { adminOrderIsNow, readOrderAgain } from "./use-all-orders.ts";

/** Edits the staff's note on an order. Lazy-loaded. */
export default function EditNote({ order: { orderId, status, note }, onClose }: { order: AdminOrder; onClose: () => void }) {
  const form = useForm({ defaultValues: { note } });
  // The order changes with live updates, what the form was opened for does not.
  const [statusWas, see] = useState(status);
  const { isSubmitting, errors } = form.formState;
  const submit = form.handleSubmit(async (fields) => {
    try {
      const { data, message } = await call(updateOrderStatus, { orderId, statusWas, note: fields.note });
      adminOrderIsNow(data);
      toast.success(message);
      onClose();
    } catch (error) {
      tellRefusal(error, form);
      const now = statusNow(error);
      if (!now) return;
      see(now);
      await readOrderAgain(orderId);
    }
  });
  return (
    <Dialog
      open
      guarded
      onOpenChange={(open) => !open && !isSubmitting && onClose()}
      title={t("Edit note")}
      description={t("For the people who pack and deliver order {orderId}. The shopper never sees it.", { orderId })}
      footer={
        <Button type="submit" form="order-note" busy={isSubmitting}>
          {t("Save note")}
        </Button>
      }
    >
      <form id="order-note" noValidate onSubmit={(event) => void submit(event)}>
        <TextField label={t("Note")} rows={4} maxLength={MAX_NOTE} error={errors.note?.message} {...form.register("note")} />
      </form>
    </Dialog>
  );
}
