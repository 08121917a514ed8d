/**
 * Prices that look like mistakes: shoppers pay less than ten cents or less than the product costs the shop, it costs a thousand dollars
 * or more, or three quarters or more are taken off. Only those who see the costs find what is below them.
 */
export const ODD_PRICES = { paidCentsBelow: 10, priceCentsFrom: 100_000, discountHundredthsFrom: 7500 } as const;
