import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";

export const uploadImage = endpoint({
  method: "POST",
  path: "/api/file/upload",
  access: "manager",
  summary: "Upload a picture for the catalogue; deleted after a day if unused",
  file: "image",
  reply: z.object({ data: z.object({ url: z.string() }) }),
});
