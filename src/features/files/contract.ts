import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";

export const uploadImage = endpoint({
  method: "POST",
  path: "/api/file/upload",
  access: "admin",
  summary: "Keep a picture of the catalogue; it is removed after a day when nothing shows it",
  file: "image",
  reply: z.object({ data: z.object({ url: z.string() }) }),
});
