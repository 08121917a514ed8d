import { sql } from "drizzle-orm";
import { avatarsInUse } from "#features/account/profile/store.ts";
import { cataloguePictures } from "#features/catalogue/store.ts";
import { orderedPictures } from "#features/orders/store.ts";
import { paidPictures } from "#features/payments/store.ts";
import { settingPictures } from "#features/shop/store.ts";

/** The addresses of all pictures in use, as a query. Each feature knows its own. */
export const picturesInUse = sql.join([cataloguePictures, avatarsInUse, orderedPictures, paidPictures, settingPictures], sql` union all `);
