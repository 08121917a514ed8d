import { Suspense, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "#ui/toast/toast.ts";
import { currency, formatAmount, formatDollars, toCents, toDollars } from "#shared/money.ts";
import { readTypedAmount } from "#shared/typed-amount.ts";
import { Button } from "#ui/button.tsx";
import { GuardedDialog } from "#ui/dialogs/guarded-dialog.tsx";
import { Field, SelectField } from "#ui/field.tsx";
import { call } from "#web/call.ts";
import { tellRefusal } from "#web/forms/form-refusal.ts";
import { lazy } from "#web/loading/lazy.ts";
import { t } from "#words/t.ts";
import { updateOrderStatus } from "../../../admin/contract.ts";
import { isCharged, SETTABLE } from "../../../admin/rules.ts";
import type { Order, OrderStatus, PaymentStatus } from "../../../contract.ts";
import { statusNow } from "#features/orders/pages/admin/status-now.ts";
import { unpackedLines } from "#features/orders/pages/admin/unpacked-lines.ts";
import { adminOrderIsNow, readOrderAgain } from "../use-all-orders.ts";
import { statusInWords } from "#features/orders/words.ts";

const CancelQuestion = lazy(() => import("../cancel-question.tsx"));
const UnpackedQuestion = lazy(() => import("../unpacked-question.tsx"));

/** The statuses offered here (ADM-13); the order's page also offers the steps in between. */
const STATUSES = ["PENDING", "DELIVERED", "CANCELLED"] as const satisfies readonly OrderStatus[];

interface Fields {
  totalAmt: string;
  status: OrderStatus;
  payment_status: PaymentStatus;
}

/** Edit Order (ADM-13). Lazy-loaded. */
export default function EditOrder({ order, onClose }: { order: Order; onClose: () => void }) {
  // The order when the dialog opened: live updates must not change what the form compares with.
  const [{ orderId, userId, totalAmt, status, payment_status, metodoDePago }] = useState(order);
  const form = useForm<Fields>({ defaultValues: { totalAmt: formatAmount(toCents(totalAmt)), status, payment_status } });
  const { errors, isSubmitting, dirtyFields } = form.formState;
  const [total, chosen] = useWatch({ control: form.control, name: ["totalAmt", "status"] });
  const [asked, setAsked] = useState(false);
  const charged = isCharged({ paymentStatus: payment_status, paymentMethod: metodoDePago });
  const [unpacked, setUnpacked] = useState(0);
  const save = async (fields: Fields, { goodsBack, packFirst = true }: { goodsBack?: boolean; packFirst?: boolean } = {}) => {
    try {
      const { data, message } = await call(updateOrderStatus, {
        orderId,
        status: fields.status,
        statusWas: status,
        goodsBack,
        packFirst,
        // Unchanged fields are left out, so that they don't overwrite another admin's changes.
        ...(dirtyFields.totalAmt && { totalAmt: toDollars(readTypedAmount(fields.totalAmt)) }),
        ...(dirtyFields.payment_status && { payment_status: fields.payment_status }),
      });
      adminOrderIsNow(data);
      toast.success(message);
      onClose();
    } catch (error) {
      setAsked(false);
      setUnpacked(unpackedLines(error));
      if (unpackedLines(error) > 0) return;
      tellRefusal(error, form);
      if (statusNow(error)) {
        await readOrderAgain(orderId);
        onClose();
      }
    }
  };
  const submit = form.handleSubmit((fields) => {
    if (fields.status === "CANCELLED" && status !== "CANCELLED") setAsked(true);
    else return save(fields);
    return undefined;
  });
  return (
    <GuardedDialog
      open
      onOpenChange={(open) => !open && !isSubmitting && onClose()}
      title={t("Edit Order")}
      footer={
        <Button
          type="submit"
          form="edit-order"
          busy={isSubmitting && !asked && unpacked === 0}
          aria-disabled={!total || !chosen || undefined}
        >
          {t("Submit [save]")}
        </Button>
      }
    >
      <form id="edit-order" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4 sm:grid-cols-2">
        <Field label={t("Order ID")} value={orderId} readOnly />
        <Field label={t("User [shopper]")} value={userId.name} readOnly />
        <Field
          label={t("Total amount")}
          inputMode="decimal"
          autoComplete="off"
          readOnly={charged}
          hint={
            charged
              ? t("Already charged, so it can't be changed.")
              : dirtyFields.totalAmt
                ? t("It was {amount}. The shopper sees the difference on the order.", { amount: formatDollars(totalAmt) })
                : currency().name
          }
          error={errors.totalAmt?.message}
          className="sm:col-span-2"
          {...form.register("totalAmt", {
            required: t("Enter the total amount"),
            validate: (text) => !Number.isNaN(readTypedAmount(text)) || t("Enter an amount such as 12.50"),
          })}
        />
        <SelectField label={t("Status")} error={errors.status?.message} {...form.register("status", { required: t("Choose a status") })}>
          {optionsOf(STATUSES, status)}
        </SelectField>
        <SelectField label={t("Payment status")} error={errors.payment_status?.message} {...form.register("payment_status")}>
          {optionsOf(SETTABLE, payment_status)}
        </SelectField>
      </form>
      <Suspense fallback={null}>
        {asked && (
          <CancelQuestion
            order={{ ...order, status, payment_status: form.getValues("payment_status") }}
            busy={isSubmitting}
            onConfirm={(goodsBack) => void form.handleSubmit((fields) => save(fields, { goodsBack }))()}
            onClose={() => setAsked(false)}
          />
        )}
        {unpacked > 0 && (
          <UnpackedQuestion
            orderId={orderId}
            lines={unpacked}
            busy={isSubmitting}
            onConfirm={() => void form.handleSubmit((fields) => save(fields, { packFirst: false }))()}
            onClose={() => setUnpacked(0)}
          />
        )}
      </Suspense>
    </GuardedDialog>
  );
}

/** The offered values, plus the current one. */
function optionsOf<S extends Parameters<typeof statusInWords>[0]>(values: readonly S[], current: S) {
  return [...new Set([...values, current])].map((value) => (
    <option key={value} value={value}>
      {statusInWords(value)}
    </option>
  ));
}
