import type { Address, AddressFields } from "./contract.ts";
import type { NewAddress, StoredAddress } from "./store.ts";

/** An address in the specification's spelling. */
export const toAddress = ({ id, addressLine, isListed, ...rest }: StoredAddress): Address => ({
  ...rest,
  _id: id,
  address_line: addressLine,
  status: isListed,
});

/** What a person filled in, in the shop's own spelling. Drops anything else they sent, such as another person's `userId`. */
export function fromFields({ address_line, city, state, country, pincode, mobile }: AddressFields): NewAddress {
  return { addressLine: address_line, city, state, country, pincode, mobile };
}

/** What an order copies of an address, in the specification's spelling. */
export function toFields({ addressLine, city, state, country, pincode, mobile }: NewAddress): AddressFields {
  return { address_line: addressLine, city, state, country, pincode, mobile };
}
