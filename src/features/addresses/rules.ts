import type { AddressFields } from "./contract.ts";

const FIELDS = ["address_line", "city", "state", "country", "pincode", "mobile"] as const satisfies readonly (keyof AddressFields)[];

/** Whether two addresses agree in every field that a person fills in. */
export const isSameAddress = (a: AddressFields, b: AddressFields) => FIELDS.every((field) => a[field] === b[field]);
