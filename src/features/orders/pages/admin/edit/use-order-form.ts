import { useState } from "react";
import { useForm, type DefaultValues, type FieldValues } from "react-hook-form";
import { toast } from "#ui/toast/toast.ts";
import type { InputOf } from "#shared/endpoint.ts";
import { call } from "#web/call.ts";
import { tellRefusal } from "#web/forms/form-refusal.ts";
import { updateOrderStatus } from "../../../admin/contract.ts";
import type { Order } from "../../../contract.ts";
import { statusNow } from "#features/orders/pages/admin/status-now.ts";
import { adminOrderIsNow, readOrderAgain } from "../use-all-orders.ts";

type Change = Omit<InputOf<typeof updateOrderStatus>, "orderId" | "statusWas">;

interface OrderForm<Fields> {
  defaultValues: DefaultValues<Fields>;
  changeOf: (fields: Fields) => Change;
  onClose: () => void;
}

/** A form that changes something about an order. If its status has changed meanwhile, saving again accepts that. */
export function useOrderForm<Fields extends FieldValues>(
  { orderId, status }: Pick<Order, "orderId" | "status">,
  { defaultValues, changeOf, onClose }: OrderForm<Fields>,
) {
  const form = useForm<Fields>({ defaultValues });
  // The order changes with live updates, what the form was opened for does not.
  const [statusWas, see] = useState(status);
  const submit = form.handleSubmit(async (fields) => {
    try {
      const { data, message } = await call(updateOrderStatus, { orderId, statusWas, ...changeOf(fields) });
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
  return { form, submit };
}
