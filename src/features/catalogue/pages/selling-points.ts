import type { Face } from "#shared/face.ts";
import { t } from "#words/t.ts";

/** Reasons to shop here (PROD-3). */
export const sellingPoints = ({ freeDelivery, pickupOnly }: Face) => [
  pickupOnly
    ? { title: t("Pickup"), text: t("Pick up your order at the shop, free") }
    : {
        title: t("Fast Delivery"),
        text: freeDelivery ? t("From our shelf to your door, free on every order.") : t("From our shelf to your door."),
      },
  { title: t("Best Prices & Offers"), text: t("The price you see is the price you pay.") },
  { title: t("Wide Assortment"), text: t("Choose from more than 5,000 products.") },
];
