import { keysOf } from "./words.ts";

/** What shoppers in Latin America type, by its English words. Accents and plurals are not needed. */
const SPANISH: Readonly<Record<string, string>> = {
  // Fruits and vegetables
  apple: "manzana",
  avocado: "aguacate, palta",
  banana: "plátano, banano, guineo, cambur",
  beans: "frijol, poroto, habichuela, caraota",
  beet: "remolacha, betarraga",
  "bell pepper": "pimiento, pimentón, morrón",
  blueberry: "arándano",
  broccoli: "brócoli",
  carrot: "zanahoria",
  cherry: "cereza",
  chickpea: "garbanzo",
  chile: "ají",
  cilantro: "culantro",
  coconut: "coco",
  corn: "maíz, choclo, elote",
  cucumber: "pepino",
  eggplant: "berenjena",
  fruit: "fruta",
  garlic: "ajo",
  ginger: "jengibre, kion",
  grape: "uva",
  lemon: "limón",
  lentil: "lenteja",
  lettuce: "lechuga",
  mushroom: "champiñón, hongo, seta",
  nuts: "nuez, frutos secos",
  onion: "cebolla",
  orange: "naranja",
  parsley: "perejil",
  peach: "durazno, melocotón",
  peanut: "maní, cacahuate",
  pear: "pera",
  peas: "arveja, chícharo, guisante",
  pineapple: "piña, ananá",
  potato: "papa, patata",
  pumpkin: "zapallo, calabaza, auyama",
  spinach: "espinaca",
  strawberry: "fresa, frutilla",
  "sweet potato": "camote, batata, boniato",
  tomato: "tomate, jitomate",
  vegetable: "verdura, vegetales",
  watermelon: "sandía",
  // Milk, eggs, meat and fish
  bacon: "tocino, tocineta",
  beef: "res, carne de res",
  butter: "mantequilla, manteca",
  cheese: "queso",
  chicken: "pollo",
  "chicken breast": "pechuga, pechuga de pollo",
  cream: "crema, nata, crema de leche",
  egg: "huevo",
  fish: "pescado",
  "ground beef": "carne molida, carne picada",
  ham: "jamón",
  meat: "carne",
  milk: "leche",
  pork: "cerdo, chancho",
  salmon: "salmón",
  sausage: "salchicha",
  seafood: "marisco",
  shrimp: "camarón, langostino, gamba",
  tuna: "atún",
  turkey: "pavo",
  yogurt: "yogur",
  // Pantry
  bread: "pan",
  cereal: "cereal",
  chocolate: "chocolate",
  cinnamon: "canela",
  cookies: "galleta",
  flour: "harina",
  honey: "miel",
  jam: "mermelada",
  mayonnaise: "mayonesa",
  noodles: "fideo, tallarín",
  oats: "avena",
  oil: "aceite",
  "olive oil": "aceite de oliva",
  "peanut butter": "mantequilla de maní, crema de cacahuate",
  pepper: "pimienta",
  rice: "arroz",
  salt: "sal",
  soup: "sopa",
  sugar: "azúcar",
  sweets: "dulce, caramelo, golosina",
  "tomato sauce": "salsa de tomate",
  vinegar: "vinagre",
  // Drinks
  beer: "cerveza",
  coffee: "café",
  "ice cream": "helado",
  juice: "jugo, zumo",
  "orange juice": "jugo de naranja",
  soda: "refresco, gaseosa",
  tea: "té",
  water: "agua",
  wine: "vino",
  // House and care
  bleach: "lejía, cloro, lavandina",
  candle: "vela",
  "cat food": "comida para gatos",
  deodorant: "desodorante",
  detergent: "detergente",
  diapers: "pañal",
  "dish soap": "lavavajillas, lavaplatos, jabón de platos",
  "dog food": "comida para perros",
  napkins: "servilleta",
  "paper towel": "toalla de papel, papel toalla",
  razor: "rasuradora, afeitadora",
  shampoo: "champú",
  soap: "jabón",
  sponge: "esponja",
  tissues: "pañuelo",
  "toilet paper": "papel higiénico, papel de baño",
  toothbrush: "cepillo de dientes",
  toothpaste: "pasta de dientes, pasta dental, dentífrico",
  "trash bags": "bolsas de basura",
};

/** Spanish names that English speakers use too. */
const BORROWED = ["agua fresca", "café de olla", "dulce de leche", "masa harina", "queso fresco", "salsa verde", "tres leches"];

interface Entry {
  spanish: readonly string[];
  /** The English keys; empty for a borrowed name, which is searched as it is. */
  english: readonly string[];
}

const entries: Entry[] = [
  ...BORROWED.map((name) => ({ spanish: keysOf(name), english: [] })),
  ...Object.entries(SPANISH).flatMap(([english, line]) =>
    line
      .split(", ")
      .flatMap((spanish) => spellings(keysOf(spanish)))
      .map((spanish) => ({ spanish, english: keysOf(english) }))
      .filter((entry) => entry.spanish.join() !== entry.english.join()),
  ),
];

/** The entries by their first word, longest first. */
const byFirstWord = Map.groupBy(
  entries.toSorted((a, b) => b.spanish.length - a.spanish.length),
  ({ spanish }) => spanish[0]!,
);

/** After a consonant, a single word's plural ends in "es": "jabones", "nueces". The key has lost the "s". */
function spellings(keys: string[]): string[][] {
  const [word] = keys;
  if (keys.length > 1 || word === undefined || !/[^aeious]$/.test(word)) return [keys];
  return [keys, [`${word.replace(/z$/, "c")}e`]];
}

/** Spanish words in a query, and their English keys. */
export interface Translation {
  at: number;
  length: number;
  english: readonly string[];
}

/** Finds the Spanish words in a list of keys, preferring long names: "aceite de oliva" is olive oil, not oil and something else. */
export function findSpanish(keys: readonly string[]): Translation[] {
  const found: Translation[] = [];
  for (let at = 0; at < keys.length; at++) {
    const entry = byFirstWord.get(keys[at]!)?.find(({ spanish }) => spanish.every((key, place) => keys[at + place] === key));
    if (!entry) continue;
    if (entry.english.length > 0) found.push({ at, length: entry.spanish.length, english: entry.english });
    at += entry.spanish.length - 1;
  }
  return found;
}

/** The English keys of the first Spanish word with this prefix. */
export function completeSpanish(begun: string): readonly string[] | undefined {
  return entries.find(({ spanish, english }) => spanish.length === 1 && english.length > 0 && spanish[0]!.startsWith(begun))?.english;
}
