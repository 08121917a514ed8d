/** Reasons to shop here (PROD-3). */
export const sellingPoints = (freeDelivery: boolean) => [
  { title: "Fast Delivery", text: freeDelivery ? "From our shelf to your door, free on every order." : "From our shelf to your door." },
  { title: "Best Prices & Offers", text: "The price you see is the price you pay." },
  { title: "Wide Assortment", text: "Choose from more than 5,000 products." },
];
