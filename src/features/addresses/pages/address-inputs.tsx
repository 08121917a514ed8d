import type { UseFormReturn } from "react-hook-form";
import { Field } from "#ui/field.tsx";
import { t } from "#words/t.ts";
import type { AddressFields } from "../contract.ts";

/** The fields in their order, with the names by which browsers fill them in (ADDR-3). */
const FIELDS = [
  { name: "address_line", label: t("Address Line"), autoComplete: "address-line1", wide: true },
  { name: "city", label: t("City"), autoComplete: "address-level2", wide: false },
  { name: "state", label: t("State"), autoComplete: "address-level1", wide: false },
  { name: "pincode", label: t("Pincode"), autoComplete: "postal-code", wide: false },
  { name: "country", label: t("Country"), autoComplete: "country-name", wide: false },
  { name: "mobile", label: t("Mobile No."), autoComplete: "tel", wide: true },
] as const;

interface AddressInputsProps {
  form: UseFormReturn<AddressFields>;
  /** Whether the browser may fill in the person's own address. */
  autoComplete?: boolean;
}

/** The inputs of an address, in a form of two columns. */
export function AddressInputs({ form, autoComplete: isOwn = true }: AddressInputsProps) {
  const { errors } = form.formState;
  return FIELDS.map(({ name, label, autoComplete, wide }) => (
    <Field
      key={name}
      label={label}
      autoComplete={isOwn ? autoComplete : "off"}
      type={name === "mobile" ? "tel" : "text"}
      required
      error={errors[name]?.message}
      className={wide ? "sm:col-span-2" : ""}
      {...form.register(name, { validate: (value) => value.trim() !== "" || t("{field} is required", { field: label.replace(".", "") }) })}
    />
  ));
}

/** The fields of an address, without its ids. */
export function fieldsOf({ address_line, city, state, pincode, country, mobile }: AddressFields): AddressFields {
  return { address_line, city, state, pincode, country, mobile };
}
