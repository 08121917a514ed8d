import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { line } from "#shared/line.ts";
import { t } from "#words/t.ts";

export const removedMessage = () => t("Address Remove");

/** An address in the API; `status` false means removed. */
export const address = z.object({
  _id: id,
  userId: id,
  address_line: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  pincode: z.string(),
  mobile: z.string(),
  status: z.boolean(),
});
export type Address = z.output<typeof address>;

/** The fields a person fills in; pincode and mobile are plain text (ADDR-3). */
export const addressFields = z.object({
  address_line: line(200),
  city: line(100),
  state: line(100),
  country: line(100),
  pincode: line(20),
  mobile: line(30),
});
export type AddressFields = z.output<typeof addressFields>;

export const createAddress = endpoint({
  method: "POST",
  path: "/api/address/create",
  access: "user",
  summary: "Save an address",
  input: addressFields,
  reply: z.object({ data: address }),
});

export const listAddresses = endpoint({
  method: "GET",
  path: "/api/address/get",
  access: "user",
  summary: "The user's addresses except removed ones, the last used one first",
  reply: z.object({ data: z.array(address) }),
});

export const updateAddress = endpoint({
  method: "PUT",
  path: "/api/address/update",
  access: "user",
  summary: "Change an address; `userId` is ignored, since an address belongs to the logged-in user",
  input: z.extend(addressFields, { _id: id, userId: z.optional(z.unknown()) }),
  reply: z.object({ data: address }),
});

export const removeAddress = endpoint({
  method: "DELETE",
  path: "/api/address/disable",
  access: "user",
  summary: "Remove an address (its status becomes false)",
  input: z.object({ _id: id }),
  reply: z.object({}),
});
