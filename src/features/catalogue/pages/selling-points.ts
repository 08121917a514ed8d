import bestPrices from "#web/pictures/best-prices.webp";
import fastDelivery from "#web/pictures/fast-delivery.webp";
import wideAssortment from "#web/pictures/wide-assortment.webp";

/** Why people shop here (PROD-3). */
export const SELLING_POINTS = [
  { title: "Fast Delivery", text: "From our shelf to your door, free on every order.", picture: fastDelivery },
  { title: "Best Prices & Offers", text: "The price you see is the price you pay.", picture: bestPrices },
  { title: "Wide Assortment", text: "Choose from more than 5,000 products.", picture: wideAssortment },
] as const;
