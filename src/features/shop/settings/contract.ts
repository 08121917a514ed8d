import * as z from "zod/mini";
import { endpoint, LARGE_BODY } from "#shared/endpoint.ts";
import { settingShapes, type SettingName } from "#shared/settings.ts";

const settings = z.object(settingShapes);
const name = z.enum(Object.keys(settingShapes) as [SettingName]);
/** Not checked: a value may have been stored under other limits. */
const anyOfThem = z.partialRecord(name, z.unknown());

export const readSettings = endpoint({
  method: "GET",
  path: "/api/shop/settings",
  access: "admin",
  summary: "All settings of the shop, and which of them are set on the server and cannot be changed here",
  reply: z.object({
    data: z.object({
      settings,
      /** By setting, the environment variable that sets it. */
      setBy: z.partialRecord(name, z.string()),
      /** Why the currency cannot be changed; empty if it can. */
      currencyFixed: z.string(),
      /** Whether Culqi is set up or has a stand-in, which Yape needs. */
      hasCulqi: z.boolean(),
    }),
  }),
});

export const changeSettings = endpoint({
  method: "PUT",
  path: "/api/shop/settings",
  access: "admin",
  summary:
    "Change settings of the shop, effective at once. If someone else changed a setting meanwhile, the response is a 409 that names it in `data`",
  input: z.object({
    changes: z.partial(settings),
    /** The former values of what changes. */
    was: anyOfThem,
  }),
  bodyLimit: LARGE_BODY,
  reply: z.object({}),
});

const bannerWords = z.object({ title: z.string(), text: z.string(), button: z.string() });

export const originalBanner = endpoint({
  method: "GET",
  path: "/api/shop/settings/banner",
  access: "admin",
  summary: "The words of the home page's banner until an admin writes others, in English and Spanish",
  reply: z.object({ data: z.object({ en: bannerWords, es: bannerWords }) }),
});
