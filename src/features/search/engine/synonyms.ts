import { keysOf, words } from "./words.ts";

/**
 * Synonyms in US, British and Indian grocery English, one meaning per line. If a product or query contains one of them,
 * the meaning's word is added: "~" and the first of the line. Spanish words are in `spanish.ts`.
 */
const LINES = `
aubergine, brinjal, eggplant, baingan
bell pepper, capsicum
okra, lady finger, bhindi
coriander, cilantro, dhania
zucchini, courgette
scallion, spring onion, green onion
beet, beetroot
potato, aloo
onion, pyaz
garlic, lahsun
ginger, adrak
spinach, palak
fenugreek, methi
mint, pudina
cauliflower, gobi
bitter gourd, karela
chickpea, garbanzo, chana, chole
pea, matar
peanut, groundnut
corn, maize
lentil, dal, daal, dhal
pigeon pea, toor dal, arhar dal, tur dal
kidney bean, rajma
split green gram, moong dal
black gram, urad dal
yogurt, yoghurt, curd, dahi
cottage cheese, paneer
clarified butter, ghee
buttermilk, chaas
soya, soy
semolina, sooji, suji, rava
chickpea flour, gram flour, besan
refined flour, all purpose flour, plain flour, maida
whole wheat flour, atta
flattened rice, poha
puffed rice, murmura
tapioca pearl, sago, sabudana
finger millet, ragi
pearl millet, bajra
sorghum, jowar
vermicelli, sevai, semiya
turmeric, haldi
cumin, jeera
cardamom, elaichi
clove, laung
cinnamon, dalchini
asafoetida, hing
carom, ajwain
fennel, saunf
saffron, kesar
chili, chilli, chile, mirchi
spice, masala
jaggery, gur
cashew, kaju
almond, badam
raisin, kishmish
walnut, akhrot
pistachio, pista
date, khajoor
candy, toffee
biscuit, cookie
chip, crisp, wafer
french fry, fries
soda, soft drink
ketchup, catsup
jam, preserve
oatmeal, oat
prawn, shrimp
lamb, mutton
ground meat, ground beef, minced meat, mince, kheema
diaper, nappy
detergent, washing powder
dishwash, dish wash, dishwashing, dish soap
garbage bag, trash bag, bin bag, dustbin bag
toilet paper, toilet roll, bathroom tissue
napkin, serviette
sanitary pad, sanitary napkin
deodorant, deo
moisturizer, moisturising cream
lipstick, lip color
incense, agarbatti
flashlight, torch
`;

/** Words that are written as one or two. */
const COMPOUNDS = new Map(
  `face wash, body wash, hand wash, mouth wash, tooth brush, tooth paste, tooth pick, hair brush, sun screen, eye liner, lip balm, pop corn, corn flake, corn flour, ice cream, milk shake, lemon grass, sea food, multi grain, note book, lunch box`
    .split(", ")
    .map((two) => [two.replace(" ", ""), two]),
);

const TWO = new Set(COMPOUNDS.values().map((two) => keysOf(two).join(" ")));

/** Whether two keys in a row are one noun: "pop corn" is not corn. */
export const isCompound = (first: string | undefined, second: string | undefined) => TWO.has(`${first} ${second}`);

interface Phrase {
  keys: string[];
  meaning: string;
}

/** The phrases by their first word. */
const phrases = new Map<string, Phrase[]>();
for (const line of LINES.trim().split("\n")) {
  const texts = line.split(", ");
  const meaning = `~${texts[0]}`;
  for (const text of texts) {
    const keys = words(text).map((word) => word.key);
    phrases.set(keys[0]!, [...(phrases.get(keys[0]!) ?? []), { keys, meaning }]);
  }
}

/** Finds meanings in a list of keys: where they begin, how many words they span, and the meaning's word. */
export function meanings(keys: readonly string[]): { at: number; length: number; meaning: string }[] {
  return keys.flatMap((key, at) =>
    (phrases.get(key) ?? [])
      .filter((phrase) => phrase.keys.every((part, place) => keys[at + place] === part))
      .map((phrase) => ({ at, length: phrase.keys.length, meaning: phrase.meaning })),
  );
}

/** Splits compounds in a text: "facewash" becomes "face wash". */
export function inTwo(text: string): string {
  return text.replace(/\p{L}+/gu, (word) => COMPOUNDS.get(word.toLowerCase()) ?? word);
}
