import type { ReactNode } from "react";
import { useController, type UseFormReturn } from "react-hook-form";
import { classNames } from "#ui/class-names.ts";
import { Field, TextField } from "#ui/field.tsx";
import { t } from "#words/t.ts";
import { LONGEST, MOST } from "../../../admin/contract.ts";
import type { AdminProduct } from "../../../admin/find/contract.ts";
import { readBarcode } from "../../../fields/rules.ts";
import { ExtraFields, filled } from "./extra-fields.tsx";
import { PictureField } from "./picture-field.tsx";
import { PriceFields } from "./price-fields.tsx";
import type { ProductFields } from "./product-fields.ts";
import { ShelfPickers } from "./shelf-pickers.tsx";
import { SpanishFields } from "./spanish-fields.tsx";
import { areUploading } from "./form-pictures.ts";

interface ProductFormProps {
  id: string;
  form: UseFormReturn<ProductFields>;
  /** The product to change, if it exists. */
  known?: AdminProduct | undefined;
  onSubmit: () => void;
  /** On wide screens in two columns. */
  wide?: boolean;
  children?: ReactNode;
}

/** The form to add or change a product (ADM-6, ADM-7, ADM-9). The caller renders its buttons. */
export function ProductForm({ id, form, known, onSubmit, wide = false, children }: ProductFormProps) {
  const { errors } = form.formState;
  const text = (name: "name" | "unit" | "sku" | "brand", label: string, required = true, hint?: string) => (
    <Field
      label={label}
      autoComplete="off"
      maxLength={LONGEST[name]}
      required={required}
      hint={hint}
      error={errors[name]?.message}
      {...form.register(name, required ? filled(label) : {})}
    />
  );
  // Imported products may lack these; they can be edited without adding them.
  const lacksUnit = known?.unit === "";
  const lacksDescription = known?.description === "";
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      className={classNames("grid items-start gap-4.5", wide && "xl:grid-cols-2 xl:gap-x-8 xl:[&>:nth-child(n+3)]:col-span-2")}
    >
      <div className="grid gap-4.5">
        {text("name", t("Name"))}
        <TextField
          label={t("Description")}
          rows={4}
          maxLength={LONGEST.description}
          required={!lacksDescription}
          hint={lacksDescription && t("Missing: shoppers see no description")}
          error={errors.description?.message}
          {...form.register("description", lacksDescription ? {} : filled(t("Description")))}
        />
        <Pictures form={form} />
      </div>
      <div className="grid items-start gap-4.5 sm:grid-cols-2">
        <div className="col-span-full grid gap-4.5">
          <ShelfPickers form={form} />
        </div>
        {text("unit", t("Unit"), !lacksUnit, lacksUnit ? t("Missing: shoppers see no price per kilo or liter") : undefined)}
        {text("brand", t("Brand (optional)"), false)}
        <PriceFields form={form} />
        {text("sku", t("SKU (optional)"), false)}
        <Field
          label={t("Barcode (optional)")}
          inputMode="numeric"
          autoComplete="off"
          maxLength={LONGEST.barcode}
          hint={t("8, 12, 13 or 14 digits")}
          error={errors.barcode?.message}
          {...form.register("barcode", { validate: isBarcode })}
        />
        <label className="col-span-full flex min-h-11 items-center gap-3">
          <input type="checkbox" className="size-5 accent-leaf-fill" {...form.register("hidden")} />
          <span>
            <span className="block font-semibold">{t("Hidden")}</span>
            <span className="block text-sm text-ink-2">{t("Shoppers can't find or buy it. Old orders keep it.")}</span>
          </span>
        </label>
        <div className="col-span-full grid gap-4.5">
          <ExtraFields form={form} name="more_details" />
          <SpanishFields form={form} />
        </div>
      </div>
      {errors.root && (
        <p role="alert" className="text-sm text-tomato">
          {errors.root.message}
        </p>
      )}
      {children}
    </form>
  );
}

function Pictures({ form }: { form: UseFormReturn<ProductFields> }) {
  const { field, fieldState } = useController({
    control: form.control,
    name: "image",
    rules: { validate: (pictures) => !areUploading(pictures) || t("Some pictures are still uploading") },
  });
  return (
    <PictureField
      label={t("Image")}
      most={MOST.images}
      pictures={field.value}
      change={(update) => {
        form.clearErrors("image");
        field.onChange(update(form.getValues("image")));
      }}
      hint={t("Up to {most}. The first one shows in lists; without any, the sub category's picture is used.", { most: MOST.images })}
      error={fieldState.error?.message}
    />
  );
}

function isBarcode(text: string): true | string {
  const result = readBarcode(text);
  return result.ok || t("Barcode {reason}", { reason: result.reason });
}
