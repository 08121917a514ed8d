/** Reasons to shop here (PROD-3). */
export const SELLING_POINTS = [
  { title: "Fast Delivery", text: "From our shelf to your door, free on every order." },
  { title: "Best Prices & Offers", text: "The price you see is the price you pay." },
  { title: "Wide Assortment", text: "Choose from more than 5,000 products." },
] as const;
