import { Suspense, useState } from "react";
import { useFieldArray, type UseFormReturn } from "react-hook-form";
import { Plus, Trash2 } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { lazy } from "#web/loading/lazy.ts";
import { t } from "#words/t.ts";
import { LONGEST, MOST } from "../../../admin/contract.ts";
import type { ProductFields } from "./product-fields.ts";

const FieldNameDialog = lazy(() => import("./field-name-dialog.tsx"));

export const filled = (label: string) => ({ validate: (value: string) => value.trim() !== "" || t("{label} is required", { label }) });

interface ExtraFieldsProps {
  form: UseFormReturn<ProductFields>;
  name: "more_details" | "more_details_es";
}

/** A product's own additional fields, English or Spanish. */
export function ExtraFields({ form, name }: ExtraFieldsProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name });
  const [isNaming, setIsNaming] = useState(false);
  const errors = form.formState.errors[name];
  return (
    <>
      {fields.map(({ id, name: label }, place) => (
        <div key={id} className="flex items-start gap-2">
          <Field
            label={label}
            autoComplete="off"
            maxLength={LONGEST.detail}
            required
            error={errors?.[place]?.value?.message}
            className="flex-1"
            {...form.register(`${name}.${place}.value`, filled(label))}
          />
          <Button
            kind="plain"
            size="icon"
            aria-label={t("Remove {name}", { name: label })}
            onClick={() => remove(place)}
            className="mt-7 hover:text-tomato"
          >
            <Trash2 aria-hidden className="size-4.5" />
          </Button>
        </div>
      ))}
      <div>
        <Button kind="outline" disabled={fields.length >= MOST.details} onClick={() => setIsNaming(true)}>
          <Plus aria-hidden className="size-5" />
          {name === "more_details" ? t("Add Fields") : t("Add Spanish fields")}
        </Button>
      </div>
      <Suspense fallback={null}>
        {isNaming && (
          <FieldNameDialog
            taken={fields.map(({ name: label }) => label)}
            onName={(label) => append({ name: label, value: "" })}
            onClose={() => setIsNaming(false)}
          />
        )}
      </Suspense>
    </>
  );
}
