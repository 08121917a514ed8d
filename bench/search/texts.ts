/** Every prefix of every text, without duplicates: the queries that arrive while people type. */
export function beginnings(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => Array.from(text, (_, end) => text.slice(0, end + 1))))];
}

/** Expensive or unusual queries. */
export const HARD_TEXTS = [
  ...["", " ", "a", "s", "a a a a", "a b c d e f g h", "x".repeat(200), "ab ".repeat(66), "a".repeat(31)],
  ...["%", "_", "'", '"', `'";--`, "...!?", "\\", "%%%%", ":*", "& | !", "💥", "éàü", "КОФЕ", "牛乳"],
  ...["aaaa bbbb cccc", "qwertyuiop", "zxcvb asdfgh qwerty", "blurfl gronk snarfblat", "supercalifragilistic"],
  ...["choclate bisket detergant", "shampo condishner", "zaatar milk chocolate", "luxury silk scarf", "facewash", "oliveoil soap"],
  ...["oil", "food", "organic powder", "beauty hygiene", "beauty & hygiene", "skin care", "beauty care", "face care oil"],
  ...["natural oil for hair and skin care", "oil care food face kitchen beauty hygiene garden", "oil oil oil oil"],
  ...["organic natural fresh healthy tasty delicious premium pure", "skin hair face body oil cream care natural"],
  ...["with", "and for", "the", "oil o", "care s", "beauty b", "food s m", "masala p", "gourmet world food s", "saffron s", "skin care c"],
  ...["1", "2", "1 k", "500 ml", "1 kg", "1 pc", "anti", "pre", "con", "o", "c", "p 1 kg"],
  "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua",
  "Cream Beauty Bathing Bar Soap Dove 8x75 g Multipack",
];
