import type { AddressFields } from "#features/addresses/contract.ts";
import { AddressInputs, fieldsOf } from "#features/addresses/pages/address-inputs.tsx";
import { Button } from "#ui/button.tsx";
import { GuardedDialog } from "#ui/dialogs/guarded-dialog.tsx";
import { t } from "#words/t.ts";
import type { Order } from "../../../contract.ts";
import { useOrderForm } from "./use-order-form.ts";

/** Edits an order's delivery address. Lazy-loaded. */
export default function EditAddress({ order, onClose }: { order: Order; onClose: () => void }) {
  const { orderId, delivery_address } = order;
  const { form, submit } = useOrderForm<AddressFields>(order, {
    defaultValues: fieldsOf(delivery_address),
    changeOf: (fields) => ({ delivery_address: fields }),
    onClose,
  });
  const { isSubmitting } = form.formState;
  return (
    <GuardedDialog
      open
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
    </GuardedDialog>
  );
}
