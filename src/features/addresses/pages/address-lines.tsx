import type { AddressFields } from "../contract.ts";
import { cityLine } from "../rules.ts";

/** An address as a person reads it. */
export function AddressLines({ address }: { address: AddressFields }) {
  const { address_line, country, mobile } = address;
  return (
    <>
      <span className="block font-bold break-words">{address_line}</span>
      <span className="mt-0.5 block break-words text-ink-2">{[cityLine(address), country].filter(Boolean).join(", ")}</span>
      <span className="block break-words text-ink-2">{mobile}</span>
    </>
  );
}
