import type { AddressFields } from "./contract.ts";

const FIELDS = ["address_line", "city", "state", "country", "pincode", "mobile"] as const satisfies readonly (keyof AddressFields)[];

/** Whether two addresses agree in every field that a person fills in. */
export const isSameAddress = (a: AddressFields, b: AddressFields) => FIELDS.every((field) => a[field] === b[field]);

/** Where an address is, on one line: `Lima, Lima 15001`. */
export const cityLine = ({ city, state, pincode }: Pick<AddressFields, "city" | "state" | "pincode">): string =>
  [city, `${state} ${pincode}`.trim()].filter(Boolean).join(", ");

/** An address on one line. */
export const addressInLine = (address: Omit<AddressFields, "mobile">): string =>
  [address.address_line, cityLine(address), address.country].filter(Boolean).join(", ");
