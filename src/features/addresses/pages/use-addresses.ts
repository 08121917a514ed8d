import { toast } from "#ui/toast/toast.ts";
import { sendOnce } from "#web/sending/send-once.ts";
import { call, CallError, messageOf } from "#web/call.ts";
import { insist } from "#web/sending/insist.ts";
import { readAgain, usePersonal } from "#web/session/session.ts";
import {
  createAddress,
  listAddresses,
  removeAddress,
  removedMessage,
  updateAddress,
  type Address,
  type AddressFields,
} from "../contract.ts";

const NAME = ["addresses"];

/** The saved addresses, the last used one first; removed ones are hidden everywhere (ADDR-2, CHK-1). */
export function useAddresses() {
  return usePersonal(NAME, async () => (await call(listAddresses, undefined)).data.filter(({ status }) => status));
}

const create = sendOnce(createAddress);

/** Saves a new address or a change to `known`, and reads the list again (ADDR-4). */
export async function saveAddress(fields: AddressFields, known?: Address): Promise<Address> {
  const { data, message } = known ? await insist(() => call(updateAddress, { ...fields, _id: known._id })) : await create(fields);
  toast.success(message);
  await readAgain(NAME);
  return data;
}

/** Removes an address; the server answers `Address Remove` (ADDR-2). */
export async function dropAddress({ _id }: Address): Promise<void> {
  try {
    toast.success((await insist(() => call(removeAddress, { _id }))).message);
  } catch (error) {
    // Removed before, perhaps by the first try, whose response was lost.
    if (error instanceof CallError && error.status === 404) toast.success(removedMessage());
    else toast.error(messageOf(error));
  }
  await readAgain(NAME);
}

/** An order changes which address was used last, and so their order. */
export const readAddressesAgain = () => readAgain(NAME);
