import { useWatch, type UseFormReturn } from "react-hook-form";
import { Field, TextField } from "#ui/field.tsx";
import { t } from "#words/t.ts";
import { LONGEST } from "../../../admin/contract.ts";
import { SpanishFold } from "../spanish-fold.tsx";
import { ExtraFields } from "./extra-fields.tsx";
import type { ProductFields } from "./product-fields.ts";

/** The texts of a product on the Spanish pages. All are optional. */
export function SpanishFields({ form }: { form: UseFormReturn<ProductFields> }) {
  const { errors } = form.formState;
  return (
    <SpanishFold name={useWatch({ control: form.control, name: "name_es" })}>
      <Field
        label={t("Spanish name")}
        autoComplete="off"
        maxLength={LONGEST.name}
        error={errors.name_es?.message}
        {...form.register("name_es")}
      />
      <TextField
        label={t("Spanish description")}
        rows={4}
        maxLength={LONGEST.description}
        error={errors.description_es?.message}
        {...form.register("description_es")}
      />
      <Field
        label={t("Spanish unit")}
        autoComplete="off"
        maxLength={LONGEST.unit}
        error={errors.unit_es?.message}
        {...form.register("unit_es")}
      />
      <ExtraFields form={form} name="more_details_es" />
    </SpanishFold>
  );
}
