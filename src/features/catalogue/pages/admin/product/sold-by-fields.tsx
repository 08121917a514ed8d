import { useId } from "react";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { Field, selectLook } from "#ui/field.tsx";
import { t } from "#words/t.ts";
import { readGrams } from "../../../fields/rules.ts";
import type { ProductFields } from "./product-fields.ts";

/** How a product is sold: by the piece, by weight, or by pieces that are weighed. */
export function SoldByFields({ form }: { form: UseFormReturn<ProductFields> }) {
  const id = useId();
  const soldBy = useWatch({ control: form.control, name: "soldBy" });
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="text-sm font-semibold text-ink">
          {t("Sold by")}
        </label>
        <select id={id} className={selectLook} {...form.register("soldBy")}>
          <option value="piece">{t("Piece")}</option>
          <option value="weight">{t("Weight, in steps of 100 g")}</option>
          <option value="weighed piece">{t("Piece, price per kilogram")}</option>
        </select>
        <p className="text-sm text-ink-2">{HINTS[soldBy]}</p>
      </div>
      {soldBy === "weighed piece" && (
        <Field
          label={t("A piece weighs about (grams)")}
          inputMode="numeric"
          autoComplete="off"
          required
          error={form.formState.errors.pieceGrams?.message}
          {...form.register("pieceGrams", { validate: checkWeight })}
        />
      )}
    </>
  );
}

const HINTS = {
  piece: t("The price is for one piece."),
  weight: t("Like loose apples. You weigh it while picking; shoppers never pay more than the estimate."),
  "weighed piece": t("Like a mango or a cheese. You weigh it while picking; shoppers never pay more than the estimate."),
} as const satisfies Record<ProductFields["soldBy"], string>;

function checkWeight(text: string, { soldBy }: ProductFields): true | string {
  if (soldBy !== "weighed piece") return true;
  const grams = readGrams(text.trim());
  return grams.ok || t("The weight {reason}", { reason: grams.reason });
}
