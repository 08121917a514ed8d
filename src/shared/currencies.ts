import { US_DOLLARS, type Currency } from "./money.ts";

/**
 * The currencies that a shop can choose. It counts in hundredths and up to 99,999.99, so currencies with none or three decimals are left out,
 * and those in which groceries cost more.
 */
export const CURRENCIES: readonly string[] = [
  ...["AED", "AMD", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYN"],
  ...["BZD", "CAD", "CDF", "CHF", "CNY", "CRC", "CVE", "CZK", "DKK", "DOP", "DZD", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP"],
  ...["GEL", "GHS", "GIP", "GMD", "GTQ", "GYD", "HKD", "HNL", "HTG", "HUF", "ILS", "INR", "JMD", "KES", "KGS", "KHR", "KYD", "KZT"],
  ...["LKR", "LRD", "LSL", "MAD", "MDL", "MKD", "MNT", "MOP", "MUR", "MVR", "MWK", "MXN", "MYR", "MZN", "NAD", "NGN", "NIO", "NOK", "NPR"],
  ...[
    "NZD",
    "PAB",
    "PEN",
    "PGK",
    "PHP",
    "PKR",
    "PLN",
    "QAR",
    "RON",
    "RSD",
    "SAR",
    "SBD",
    "SCR",
    "SEK",
    "SGD",
    "SHP",
    "SRD",
    "SZL",
    "THB",
    "TJS",
    "TMT",
  ],
  ...["TOP", "TRY", "TTD", "TWD", "TZS", "UAH", "USD", "UYU", "UZS", "WST", "XCD", "ZAR", "ZMW"],
];

/** The currencies of ISO 4217 with none, three or four decimals. `Intl` says how prices are usually shown, such as pesos of Colombia without any. */
const OTHER_DECIMALS = new Set([
  ...["BIF", "CLF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "UYW", "VND", "VUV", "XAF", "XOF", "XPF"],
  ...["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"],
]);

/** Whether ISO 4217 knows a currency. */
export const isCurrency = (code: string): boolean => /^[A-Z]{3}$/.test(code) && Intl.supportedValuesOf("currency").includes(code);

export const hasTwoDecimals = (code: string): boolean => !OTHER_DECIMALS.has(code);

const known = new Map<string, Currency>([[US_DOLLARS.code, US_DOLLARS]]);

/** A currency as people read it. Only called on the server, so that a browser with other names shows the same. */
export function readCurrency(code: string): Currency {
  const found = known.get(code) ?? { code, symbol: symbolOf(code), name: currencyName(code, "en-US") };
  known.set(code, found);
  return found;
}

/** The English symbol, or else the one used in the currency's own country if it is in Latin letters: `S/` for PEN. */
function symbolOf(code: string): string {
  const at = (locale: string) => {
    const parts = new Intl.NumberFormat(locale, { style: "currency", currency: code, currencyDisplay: "narrowSymbol" }).formatToParts(1);
    return parts.find(({ type }) => type === "currency")?.value ?? code;
  };
  const english = at("en-US");
  if (english !== code) return english;
  const { language, region } = new Intl.Locale("und", { region: code.slice(0, 2) }).maximize();
  const local = at(`${language}-${region}`);
  return /^[\p{Script=Latin}./$]+$/u.test(local) ? local : code;
}

/** In the plural, such as `Peruvian soles`. */
export function currencyName(code: string, locale: string): string {
  const parts = new Intl.NumberFormat(locale, { style: "currency", currency: code, currencyDisplay: "name" }).formatToParts(2);
  return parts.find(({ type }) => type === "currency")?.value ?? code;
}

const PAYPAL = "AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD ILS MXN MYR NOK NZD PHP PLN SEK SGD THB USD".split(" ");

/** The currencies that a way to pay takes. PayPal takes HUF and TWD only as whole numbers, so this shop can't use them. */
const TAKEN = {
  paypal: new Set(PAYPAL),
  culqi: new Set(["PEN", "USD"]),
  yape: new Set(["PEN"]),
  cash: new Set(CURRENCIES),
} as const satisfies Record<string, ReadonlySet<string>>;

/** Whether a way to pay takes a currency. */
export function takesCurrency(way: keyof typeof TAKEN, code: string): boolean {
  return TAKEN[way].has(code);
}
