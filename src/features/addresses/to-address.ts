import type { Address, AddressFields } from "./contract.ts";
import type { NewAddress, StoredAddress } from "./store.ts";

/** An address as the specification spells it. */
export const toAddress = ({ id, addressLine, ...rest }: StoredAddress): Address => ({ _id: id, address_line: addressLine, ...rest });

/**
 * What a person filled in, in the shop's own words. Names each field: what else was sent, such as another person's `userId`,
 * goes no further.
 */
export function fromFields({ address_line, city, state, country, pincode, mobile }: AddressFields): NewAddress {
  return { addressLine: address_line, city, state, country, pincode, mobile };
}
