import { z } from "zod";

export const httpAddress = z.url({ protocol: /^https?$/, error: "is not an http or https address" });

/** An address that paths are added to, without trailing slashes. */
export const baseAddress = httpAddress.transform((value) => value.replace(/\/+$/, ""));
