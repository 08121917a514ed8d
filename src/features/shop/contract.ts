import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { face } from "#shared/face.ts";

export const shopFace = endpoint({
  method: "GET",
  path: "/api/shop",
  access: "anyone",
  summary: "The shop's name, address and links",
  reply: z.object({ data: face }),
});
