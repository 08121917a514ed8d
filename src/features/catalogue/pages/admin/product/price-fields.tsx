import type { ReactNode } from "react";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { currency, discounted, formatCents } from "#shared/money.ts";
import { inKilos, STEP_GRAMS } from "#shared/weights.ts";
import { Field } from "#ui/field.tsx";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import { readCost, readDiscount, readPrice, readStock, type Result } from "../../../fields/rules.ts";
import type { ProductFields } from "./product-fields.ts";
import { useSeesCosts } from "./use-sees-costs.ts";
import { SoldByFields } from "./sold-by-fields.tsx";

interface FormProps {
  form: UseFormReturn<ProductFields>;
}

/** Stock, price, discount with its dates, and cost of a product. */
export function PriceFields({ form }: FormProps) {
  const { timeZone } = useFace();
  const seesCosts = useSeesCosts();
  const soldBy = useWatch({ control: form.control, name: "soldBy" });
  return (
    <>
      <SoldByFields form={form} />
      <NumberField form={form} name="stock" label={t("Number of Stock")} read={readStock} hint={<StockHint form={form} />} />
      <NumberField
        form={form}
        name="price"
        label={t("Price")}
        read={readPrice}
        hint={soldBy === "piece" ? t("In {name}", { name: currency().name }) : t("Per kilogram, in {name}", { name: currency().name })}
      />
      <NumberField form={form} name="discount" label={t("Discount")} read={readDiscount} hint={<PaidHint form={form} />} />
      <DateField
        form={form}
        name="offerFrom"
        label={t("Offer starts (optional)")}
        hint={t("In the shop's time zone, {timeZone}", { timeZone })}
      />
      <DateField form={form} name="offerUntil" label={t("Offer ends (optional)")} hint={t("The discount starts and ends by itself")} />
      {seesCosts && (
        <NumberField
          form={form}
          name="costPrice"
          label={t("What it costs you (optional)")}
          read={readCost}
          hint={<MarginHint form={form} />}
          optional
        />
      )}
    </>
  );
}

interface NumberFieldProps extends FormProps {
  name: "stock" | "price" | "discount" | "costPrice";
  label: string;
  /** The catalogue's rule for this field. */
  read: (text: string) => Result<number | null>;
  hint?: ReactNode;
  optional?: boolean;
}

function NumberField({ form, name, label, read, hint, optional = false }: NumberFieldProps) {
  const validate = (value: string) => {
    if (value.trim() === "") return optional || t("{label} is required", { label });
    const result = read(value.trim());
    return result.ok || `${optional ? t("The cost") : label} ${result.reason}`;
  };
  return (
    <Field
      label={label}
      inputMode={name === "stock" ? "numeric" : "decimal"}
      autoComplete="off"
      required={!optional}
      hint={hint}
      error={form.formState.errors[name]?.message}
      {...form.register(name, { validate })}
    />
  );
}

function DateField({ form, name, label, hint }: FormProps & { name: "offerFrom" | "offerUntil"; label: string; hint: string }) {
  const validate = (value: string, { offerFrom, offerUntil, discount }: ProductFields) => {
    if (value === "") return true;
    const percent = readDiscount(discount);
    if (percent.ok && percent.value === 0) return t("Enter the discount first");
    // Local times of this form sort like text.
    return name === "offerFrom" || !offerFrom || offerFrom < offerUntil || t("Must be later than the start");
  };
  return (
    <Field
      label={label}
      type="datetime-local"
      hint={hint}
      error={form.formState.errors[name]?.message}
      {...form.register(name, { validate })}
    />
  );
}

/** What a number of steps weighs. */
function StockHint({ form }: FormProps) {
  const [soldBy, typed] = useWatch({ control: form.control, name: ["soldBy", "stock"] });
  const stock = readStock(typed.trim());
  if (soldBy === "weight")
    return stock.ok ? t("In steps of 100 g: {weight}", { weight: inKilos(stock.value * STEP_GRAMS) }) : t("In steps of 100 g");
  return soldBy === "weighed piece" && t("In pieces");
}

/** The price shoppers will pay. */
function PaidHint({ form }: FormProps) {
  const names = ["price", "discount", "soldBy"] as const;
  const [typedPrice, typedDiscount, soldBy] = useWatch({ control: form.control, name: names });
  const [price, discount] = [readPrice(typedPrice), readDiscount(typedDiscount)];
  if (!price.ok || !discount.ok) return t("In percent; 0 for none");
  const per = soldBy === "piece" ? "" : "/kg";
  const paid = `${formatCents(discounted(price.value, discount.value))}${per}`;
  return discount.value > 0
    ? t("In percent. Shoppers pay {paid} instead of {price}", { paid, price: `${formatCents(price.value)}${per}` })
    : t("In percent. Shoppers pay {paid}", { paid });
}

/** What is left of the price. */
function MarginHint({ form }: FormProps) {
  const [typedPrice, typedDiscount, typedCost] = useWatch({ control: form.control, name: ["price", "discount", "costPrice"] });
  const [price, discount, cost] = [readPrice(typedPrice), readDiscount(typedDiscount), readCost(typedCost)];
  if (!price.ok || !discount.ok || !cost.ok || cost.value === null) return t("Only admins see it");
  const left = discounted(price.value, discount.value) - cost.value;
  return left < 0
    ? t("Only admins see it. {amount} below cost", { amount: formatCents(-left) })
    : t("Only admins see it. {amount} above cost", { amount: formatCents(left) });
}
