import { useForm, useWatch } from "react-hook-form";
import { toast } from "#ui/toast.ts";
import { formatAmount, toCents } from "#shared/money.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field, SelectField } from "#ui/field.tsx";
import { call } from "#web/call.ts";
import { tellRefusal } from "#web/form-refusal.ts";
import { updateOrderStatus } from "../../admin/contract.ts";
import { isCharged, SETTABLE } from "../../admin/rules.ts";
import type { Order, OrderStatus, PaymentStatus } from "../../contract.ts";
import { adminOrderIsNow } from "./use-all-orders.ts";

/** What can be chosen here (ADM-13); an order's page has the steps between. */
const STATUSES = ["PENDING", "DELIVERED", "CANCELLED"] as const satisfies readonly OrderStatus[];

interface Fields {
  totalAmt: string;
  status: OrderStatus;
  payment_status: PaymentStatus;
}

/** Edit Order (ADM-13). Loaded when it is opened. */
export default function EditOrder({ order, onClose }: { order: Order; onClose: () => void }) {
  const { orderId, userId, totalAmt, status, payment_status } = order;
  const form = useForm<Fields>({ defaultValues: { totalAmt: formatAmount(toCents(totalAmt)), status, payment_status } });
  const { errors, isSubmitting } = form.formState;
  const [total, chosen] = useWatch({ control: form.control, name: ["totalAmt", "status"] });
  const charged = isCharged(order);
  const submit = form.handleSubmit(async (fields) => {
    try {
      const { data, message } = await call(updateOrderStatus, { ...fields, orderId, totalAmt: Number(fields.totalAmt) });
      adminOrderIsNow(data);
      toast.success(message);
      onClose();
    } catch (error) {
      tellRefusal(error, form);
    }
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isSubmitting && onClose()}
      title="Edit Order"
      footer={
        <Button type="submit" form="edit-order" busy={isSubmitting} aria-disabled={!total || !chosen || undefined}>
          Submit
        </Button>
      }
    >
      <form id="edit-order" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4 sm:grid-cols-2">
        <Field label="Order ID" value={orderId} readOnly />
        <Field label="User" value={userId.name} readOnly />
        <Field
          label="Total amount"
          type="number"
          inputMode="decimal"
          min={0}
          step={0.01}
          readOnly={charged}
          hint={charged ? "Charged already, so it stays as it is." : "US dollars"}
          error={errors.totalAmt?.message}
          className="sm:col-span-2"
          {...form.register("totalAmt", {
            required: "Please enter the total amount",
            validate: (text) => /^\d+(\.\d{1,2})?$/.test(text) || "Please enter dollars and cents, from 0 on",
          })}
        />
        <SelectField label="Status" error={errors.status?.message} {...form.register("status", { required: "Please choose a status" })}>
          {optionsOf(STATUSES, status)}
        </SelectField>
        <SelectField label="Payment status" error={errors.payment_status?.message} {...form.register("payment_status")}>
          {optionsOf(SETTABLE, payment_status)}
        </SelectField>
      </form>
    </Dialog>
  );
}

/** The values that can be chosen, and the current one. */
function optionsOf(values: readonly string[], current: string) {
  return [...new Set([...values, current])].map((value) => <option key={value}>{value}</option>);
}
