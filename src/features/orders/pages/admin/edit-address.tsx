import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "#ui/toast/toast.ts";
import { AddressInputs, fieldsOf } from "#features/addresses/pages/address-inputs.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { call } from "#web/call.ts";
import { tellRefusal } from "#web/forms/form-refusal.ts";
import { t } from "#words/t.ts";
import { updateOrderStatus } from "../../admin/contract.ts";
import type { Order } from "../../contract.ts";
import { statusNow } from "./status-now.ts";
import { adminOrderIsNow, readOrderAgain } from "./use-all-orders.ts";

/** Edits an order's delivery address. Lazy-loaded. */
export default function EditAddress({ order: { orderId, status, delivery_address }, onClose }: { order: Order; onClose: () => void }) {
  const form = useForm({ defaultValues: fieldsOf(delivery_address) });
  // The order changes with live updates, what the form was opened for does not.
  const [statusWas, see] = useState(status);
  const { isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (fields) => {
    try {
      const { data, message } = await call(updateOrderStatus, { orderId, statusWas, delivery_address: fields });
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
      title={t("Edit address")}
      description={t("Order {orderId} only; the shopper's saved addresses stay as they are.", { orderId })}
      footer={
        <Button type="submit" form="order-address" busy={isSubmitting}>
          {t("Save address")}
        </Button>
      }
    >
      <form id="order-address" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4 sm:grid-cols-2">
        <AddressInputs form={form} autoComplete={false} />
      </form>
    </Dialog>
  );
}
