import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { line } from "#shared/line.ts";
import { email, password, user } from "../contract.ts";

export const updateUser = endpoint({
  method: "PUT",
  path: "/api/user/update-user",
  access: "user",
  summary: "Change name, email and mobile; a new email address needs the password and takes effect once its link is followed",
  input: z.object({ name: line(100), email, mobile: line(30), password: z.optional(password) }),
  reply: z.object({ data: user }),
});

export const cancelEmailChange = endpoint({
  method: "DELETE",
  path: "/api/user/email-change",
  access: "user",
  summary: "Cancel an unconfirmed change of email address",
  reply: z.object({}),
});

export const uploadAvatar = endpoint({
  method: "PUT",
  path: "/api/user/upload-avatar",
  access: "user",
  summary: "Set the user's avatar: JPEG, PNG, WebP, AVIF or GIF, up to 10 MB and 50 megapixels",
  file: "avatar",
  reply: z.object({ data: z.object({ _id: id, avatar: z.string() }) }),
});

export const removeAvatar = endpoint({
  method: "DELETE",
  path: "/api/user/avatar",
  access: "user",
  summary: "Remove the user's avatar",
  reply: z.object({}),
});
