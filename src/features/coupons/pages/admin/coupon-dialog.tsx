import { useState } from "react";
import { useForm, useWatch, type UseFormRegisterReturn } from "react-hook-form";
import { History } from "#features/audit/pages/history.tsx";
import { spokenName } from "#features/catalogue/pages/admin/in-page-language.ts";
import { useShelves } from "#features/catalogue/pages/admin/use-catalogue.ts";
import { currency } from "#shared/money.ts";
import { GuardedDialog } from "#ui/dialogs/guarded-dialog.tsx";
import { SaveButtons } from "#ui/dialogs/save-buttons.tsx";
import { Field, SelectField } from "#ui/field.tsx";
import { Reload } from "#ui/failure/reload.tsx";
import { toast } from "#ui/toast/toast.ts";
import { call, detailsOf } from "#web/call.ts";
import { tellRefusal } from "#web/forms/form-refusal.ts";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import { addCoupon, changeCoupon, COUPON_LIMITS, type Coupon } from "../../contract.ts";
import { NUMBERS, toEntered, toFields, unite } from "./coupon-fields.ts";
import { readCouponsAgain } from "./use-coupons.ts";

/** Adds or edits a coupon. Loaded on demand. */
export default function CouponDialog({ coupon, onClose }: { coupon?: Coupon; onClose: () => void }) {
  const { timeZone } = useFace();
  const form = useForm({ defaultValues: toEntered(coupon) });
  const { register, formState } = form;
  const { errors, isSubmitting } = formState;
  // Replaced if someone else saves the coupon while it is open here.
  const [known, setKnown] = useState(coupon);
  const kind = useWatch({ control: form.control, name: "kind" });
  const submit = form.handleSubmit(async (entered) => {
    const fields = toFields(entered);
    const isNamed = entered.code.trim() !== "";
    const unreadable = NUMBERS.filter((name) => Number.isNaN(fields[name]));
    for (const name of unreadable) form.setError(name, { message: t("Enter a number") }, { shouldFocus: name === unreadable[0] });
    if (!isNamed) form.setError("code", { message: t("Enter a code") }, { shouldFocus: true });
    if (!isNamed || unreadable.length > 0) return;
    try {
      const { message } = await (known
        ? call(changeCoupon, { ...fields, _id: known._id, version: known.version })
        : call(addCoupon, fields));
      await readCouponsAgain();
      toast.success(message);
      onClose();
    } catch (error) {
      tellRefusal(error, form);
      const now = detailsOf(error, 409) as Coupon | undefined; // as `changeCoupon` sends it
      if (known && now) showChanged(known, now);
    }
  });
  const showChanged = (was: Coupon, now: Coupon) => {
    const { fields, clashes } = unite(form.getValues(), was, now);
    form.reset(fields, { keepErrors: true });
    for (const [name, value] of Object.entries(clashes) as [keyof typeof clashes, string | boolean][])
      // named by its type
      form.setError(name, {
        message: typeof value === "string" && value ? t("Someone else entered {value}", { value }) : t("Changed by someone else"),
      });
    setKnown(now);
    void readCouponsAgain();
  };
  const error = (name: keyof typeof errors) => errors[name]?.message;
  return (
    <GuardedDialog
      wide
      open
      onOpenChange={(open) => !open && onClose()}
      title={coupon ? t("Edit {code}", { code: coupon.code }) : t("Add coupon")}
      footer={<SaveButtons form="coupon" busy={isSubmitting} onCancel={onClose} />}
    >
      <form id="coupon" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t("Code")}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={COUPON_LIMITS.code.most}
          required
          error={error("code")}
          hint={t("Letters, digits and hyphens. Longer codes are harder to guess.")}
          className="sm:col-span-2"
          {...register("code")}
        />
        <SelectField label={t("Discount")} error={error("kind")} {...register("kind")}>
          <option value="percent">{t("A percentage")}</option>
          <option value="amount">{t("An amount")}</option>
        </SelectField>
        <Field
          label={kind === "percent" ? t("Percent") : t("Amount")}
          inputMode="decimal"
          autoComplete="off"
          required
          error={error("value")}
          hint={kind === "amount" && t("In {name}", { name: currency().name })}
          {...register("value")}
        />
        <ShelfField error={error("shelf")} {...register("shelf")} />
        <Field
          label={t("Minimum order")}
          inputMode="decimal"
          autoComplete="off"
          error={error("minimum")}
          hint={t("In {name}, for the products it applies to, after their own discounts", { name: currency().name })}
          {...register("minimum")}
        />
        <Field
          label={t("First day")}
          type="date"
          error={error("startsOn")}
          hint={t("In {timeZone}", { timeZone })}
          {...register("startsOn")}
        />
        <Field label={t("Last day")} type="date" error={error("endsOn")} hint={t("Included")} {...register("endsOn")} />
        <Field
          label={t("Total uses")}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t("Unlimited")}
          error={error("maxUses")}
          {...register("maxUses")}
        />
        <Field
          label={t("Uses per person")}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t("Unlimited")}
          error={error("maxUsesPerPerson")}
          {...register("maxUsesPerPerson")}
        />
        <Check label={t("Only for a first order")} {...register("firstOrderOnly")} />
        <Check label={t("Switched on")} {...register("active")} />
        {errors.root && (
          <p role="alert" className="text-sm text-tomato sm:col-span-2">
            {errors.root.message}
          </p>
        )}
      </form>
      {coupon && <History kind="coupon" id={coupon._id} />}
    </GuardedDialog>
  );
}

function Check({ label, ...input }: { label: string } & UseFormRegisterReturn) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input {...input} type="checkbox" className="size-5 accent-leaf-fill" />
      {label}
    </label>
  );
}

/** What the coupon applies to: everything, a category or a sub category. */
function ShelfField({ error, ...select }: { error: string | undefined } & UseFormRegisterReturn) {
  const { categories, subCategories, reload } = useShelves();
  return (
    <div className="flex flex-col items-start gap-2 *:w-full">
      {/* The choices come later than the value; a new key shows it once they are there. */}
      <SelectField key={`${categories.length} ${subCategories.length}`} label={t("Applies to")} error={error} {...select}>
        <option value="">{t("Everything")}</option>
        <optgroup label={t("Categories")}>
          {categories.map((shelf) => (
            <option key={shelf._id} value={`category ${shelf._id}`}>
              {spokenName(shelf)}
            </option>
          ))}
        </optgroup>
        <optgroup label={t("Sub categories")}>
          {subCategories.map((shelf) => (
            <option key={shelf._id} value={`subCategory ${shelf._id}`}>
              {spokenName(shelf)}
            </option>
          ))}
        </optgroup>
      </SelectField>
      {reload && <Reload again={reload} className="" />}
    </div>
  );
}
