import { useController, useWatch, type UseFormReturn } from "react-hook-form";
import { PickMany, type Option } from "#ui/pick-many.tsx";
import { Reload } from "#ui/failure/reload.tsx";
import { t } from "#words/t.ts";
import type { ProductFields } from "./product-fields.ts";
import { spokenName } from "../in-page-language.ts";
import { useShelves } from "../use-catalogue.ts";

/** Selects a product's shelves. Subcategories of the chosen categories come first. */
export function ShelfPickers({ form }: { form: UseFormReturn<ProductFields> }) {
  const { categories, subCategories, reload } = useShelves();
  const chosen = useWatch({ control: form.control, name: "category" });
  const liesIn = (shelf: (typeof subCategories)[number]) => shelf.category.some(({ _id }) => chosen.includes(_id));
  const ordered = subCategories.toSorted((a, b) => Number(liesIn(b)) - Number(liesIn(a)));
  const namesOf = (shelf: (typeof subCategories)[number]) => shelf.category.map(spokenName).join(", ");
  return (
    <>
      <Picker
        form={form}
        name="category"
        label={t("Category")}
        options={categories.map((shelf) => ({ id: shelf._id, name: spokenName(shelf) }))}
      />
      <Picker
        form={form}
        name="subCategory"
        label={t("Sub Category")}
        options={ordered.map((shelf) => ({ id: shelf._id, name: spokenName(shelf), detail: namesOf(shelf) }))}
      />
      {reload && <Reload again={reload} className="" />}
    </>
  );
}

interface PickerProps {
  form: UseFormReturn<ProductFields>;
  name: "category" | "subCategory";
  label: string;
  options: readonly Option[];
}

function Picker({ form, name, label, options }: PickerProps) {
  const {
    field: { ref, value, onChange },
    fieldState,
  } = useController({
    control: form.control,
    name,
    rules: { validate: (chosen) => chosen.length > 0 || t("{label} is required", { label }) },
  });
  return <PickMany ref={ref} label={label} options={options} chosen={value} onChange={onChange} error={fieldState.error?.message} />;
}
