import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import type { JudgedQuery } from "./judge.ts";

/**
 * Common queries with their expected results in the demo catalogue: skus of exact matches, then after a bar those of near matches.
 * All judged by hand.
 */
const DEMO = `
apple: FV-001 FV-002 | SS-024
orange: FV-007 | FV-008 JD-001
banana: FV-012 | FZ-019
mango: FV-047
lemon: FV-009 | FV-010
grapes: FV-018 FV-019
strawberry: FV-014 FV-015 | FZ-015 SS-027
pineapple: FV-011 | FZ-017 PT-022 SS-025
avocado: FV-033 | FZ-020
tomato: FV-032 PT-008 PT-009 PT-012 PT-013 | PT-010 PT-011
potato: FV-027 FV-028
onion: FV-029 FZ-007
garlic: FV-030 | SP-005
ginger: FV-031 SP-012 | SP-013
carrot: FV-026 | FZ-005
cucumber: FV-035
lettuce: FV-048 | FV-022
spinach: FV-020 FZ-003
mushroom: FV-039 PT-016
corn: FV-038 FZ-004 PT-014
pepper: FV-036 SP-048 | PT-020 FZ-006
milk: DE-001 DE-002 DE-003 DE-004 DE-005
butter: DE-015 DE-016 DE-017 DE-018 DE-019
cheese: DE-021 DE-022 DE-023 DE-024 DE-025 DE-026 DE-030 DE-031 DE-032 DE-033 DE-029 DE-028 | DE-027
yogurt: DE-008 DE-009 DE-010 DE-012 | DE-011
eggs: DE-034 DE-035 DE-036 DE-037 DE-038 DE-039
bread: BK-001 BK-002 BK-003 BK-004 BK-005 BK-006 BK-007 BK-027
bagels: BK-015 BK-016 BK-017 BK-018 FZ-045
cookies: BK-041 BK-042 BK-043 BK-044 BK-045 BK-046 SS-042 SS-043 SS-044 SS-046
rice: RD-001 RD-002 RD-003 RD-004 RD-005 RD-006 RD-007 RD-008 RD-009 RD-010 RD-011 RD-012 RD-013 RD-014
flour: RD-017 RD-019 RD-015 RD-016 RD-018 RD-020 | RD-021 RD-022
oats: RD-040 RD-041
pasta: PT-045 PT-027 PT-028 PT-029 PT-030 | PT-031 PT-032
noodles: PT-031 PT-032 | PT-030
beans: RD-030 RD-032 RD-033 RD-034 PT-002 PT-003 PT-004 PT-005 PT-007
sugar: PT-046 PT-047 PT-048 PT-049
salt: SP-001 SP-002 SP-003 SP-004
cereal: PT-052 PT-054 PT-057 PT-053 PT-055 PT-056 | BC-030 BC-032
honey: SH-001 SH-002 SH-003 SH-004 SH-006 SH-007 SH-008 | SH-005
jam: SH-009 SH-013 SH-015 | SH-010 SH-012 SH-011 SH-014
peanut butter: SH-018 SH-019 SH-024 | SH-025 SH-020
oil: OV-001 OV-002 OV-003 OV-004 OV-005 OV-006 OV-007 OV-008 OV-009 OV-010 OV-011 OV-012 OV-013 OV-014 OV-046 OV-018 OV-019 OV-020
olive oil: OV-001 OV-002 OV-003 OV-004 OV-005 OV-006 OV-007 | OV-021 OV-022
vinegar: OV-027 OV-028 OV-029 OV-030 OV-031 OV-032 OV-033 OV-034 OV-035 OV-037 OV-038 OV-039
ketchup: SP-029
mustard: SP-030 SP-031
cinnamon: SP-025
soup: PT-033 PT-034 PT-036 | PT-035
meat: MP-001 MP-002 MP-003 MP-004 MP-005 MP-006 MP-007 MP-008 MP-009 MP-010 MP-011 MP-012 MP-013 MP-014 MP-015 MP-016 MP-017 MP-018 MP-019 MP-020 MP-021 MP-022 MP-023 MP-024 MP-025 MP-026 MP-027 MP-028 MP-029 MP-030 MP-031 MP-032 MP-033
chicken: MP-001 MP-002 MP-003 MP-004 MP-005 MP-006 MP-007
beef: MP-014 MP-015 MP-016 MP-017 MP-018 MP-019 MP-020 MP-021
sausage: MP-040 | MP-037 MP-038 MP-039
fish: FS-001 FS-002 FS-003 FS-004 FS-005 FS-006 FS-007 FS-008 FS-009 | FS-032 FS-033 FS-034 FS-035 FS-037
salmon: FS-001 FS-002 FS-032 FS-033 FS-044
tuna: FS-005 FS-039 PT-039 PT-040
shrimp: FS-010 FS-012 FS-013 FS-014 FS-015 FS-016 FS-011
coffee: CT-001 CT-002 CT-003 CT-005 CT-006 CT-007 CT-008 CT-009 CT-010 CT-011 CT-012 CT-013 CT-014 CT-015
tea: CT-022 CT-023 CT-024 CT-025 CT-027 CT-029 CT-032 CT-033 CT-034 CT-035 CT-036 CT-037 CT-039
green tea: CT-029 CT-032 CT-033 | CT-030 CT-031
juice: JD-001 JD-002 JD-003 JD-004 JD-005 JD-006 JD-007 JD-010 JD-011 JD-012 JD-013 JD-014
orange juice: JD-001
water: JD-016 JD-017 JD-018 | JD-019 JD-020 JD-021
soda: JD-029 JD-030 JD-023 | JD-024 JD-025
chips: SS-001 SS-002 SS-003 SS-004 SS-005 SS-006 SS-007
nuts: SS-016 SS-017 SS-018 SS-019 SS-047 SS-048
peanuts: SS-016 SS-017 SS-018
chocolate: SS-029 SS-030 SS-031 SS-033 | SS-032 SS-034
ice cream: FZ-021 FZ-022 FZ-025
pizza: FZ-027 FZ-028 FZ-029 FZ-030
soap: BE-016 BE-018 | BC-012 CL-010
shampoo: BE-001 BE-006
toothpaste: BE-044 BE-045
deodorant: BE-046
tissue: CL-046 CL-047
toilet paper: CL-033 CL-034
paper towel: CL-035
detergent: CL-001 CL-005 | CL-002
dish soap: CL-010
diapers: BC-001 BC-002 BC-003 BC-005 BC-006
dog food: PE-001 PE-004 | PE-007 PE-002 PE-003 PE-005 PE-006 PE-008
huevos: DE-034 DE-035 DE-036 DE-037 DE-038 DE-039
pollo: MP-001 MP-002 MP-003 MP-004 MP-005 MP-006 MP-007
manzana: FV-001 FV-002
jabón: BE-016 BE-018 | BC-012 CL-010
papas: FV-027 FV-028
leche: DE-001 DE-002 DE-003 DE-004 DE-005
arroz: RD-001 RD-002 RD-003 RD-004 RD-005 RD-006 RD-007 RD-008 RD-009 RD-010 RD-011 RD-012 RD-013 RD-014
azúcar: PT-046 PT-047 PT-048 PT-049
pescado: FS-001 FS-002 FS-003 FS-004 FS-005 FS-006 FS-007 FS-008 FS-009 | FS-032 FS-033 FS-034 FS-035 FS-037
plátano: FV-012 | FZ-019
carne: MP-008 MP-014 MP-015 MP-016 MP-017 MP-018 MP-019 MP-020 MP-021 MP-022 MP-023 MP-024 MP-025 MP-026 MP-027 MP-028 MP-029 MP-030 MP-031 MP-032 MP-033 | MP-001 MP-002 MP-003 MP-004 MP-005 MP-006 MP-007 MP-009 MP-010 MP-011 MP-012 MP-013
pimienta: SP-048
maíz: FV-038 FZ-004 RD-044 PT-014
pavo: MP-008 MP-009 MP-010 | MP-036 MP-041
sopa: PT-034 PT-036 | PT-033 PT-035
papel higiénico: CL-033 CL-034
`;

/** Expected results in the large catalogue: how the name starts or ends, and the shelf (type or subcategory). Judged by hand. */
const LARGE: readonly (readonly [query: string, name: RegExp, shelf: RegExp])[] = [
  ["apple", /^apple\b/i, /^(Apples|Organic Fruits)/],
  ["orange", /^orange\b/i, /^(Kiwi, Melon|Fresh Fruits|Organic Fruits)/],
  ["banana", /banana/i, /^(Banana|Organic Fruits)/],
  ["lemon", /lemon/i, /^(Lemon|Organic Vegetables)/],
  ["mango", /mango/i, /^(Mangoes|Organic Fruits|Cut Fruit)/],
  ["grapes", /^grapes/i, /Fruits/],
  ["onion", /onion/i, /^(Potato, Onion|Organic Vegetables|Cut & Peeled)/],
  ["potato", /potato/i, /^(Potato, Onion|Organic Vegetables|Cut & Peeled|Root)/],
  ["tomato", /tomato/i, /^(Potato, Onion|Organic Vegetables|Tomatoes)/],
  ["garlic", /^(garlic|organic garlic)/i, /^(Lemon, Ginger|Organic Vegetables|Cut & Peeled)/],
  ["ginger", /^(ginger|organic ginger)/i, /^(Lemon, Ginger|Organic Vegetables|Cut & Peeled)/],
  ["pepper", /pepper/i, /^(Whole Spices|Powdered Spices|Herbs|Organic Masalas|Blended Masalas)/],
  ["cinnamon", /cinnamon/i, /^(Whole Spices|Powdered Spices|Herbs|Organic Masalas)/],
  ["peanuts", /peanuts?\b(?! butter)/i, /^(Roasted Seeds|Namkeen|Other Dry|Dry Fruits|Organic Dals)/],
  ["sugar", /sugar/i, /^(Sugar|Organic Sugar|Exotic Sugar|Sugarfree)/],
  ["salt", /salt/i, /^(Salts|Exotic Sugar)/],
  ["milk", /milk/i, /^(Milk$|Flavoured, Soya|Dairy$|Milk & Soya)/],
  ["eggs", /eggs?\b/i, /Eggs/],
  ["butter", /butter/i, /^(Butter)/],
  ["cheese", /cheese/i, /Cheese/],
  ["yogurt", /yogh?urt/i, /Yogurt/],
  ["bread", /bread/i, /Bread|^(Brown, Wheat|Buns|Milk, White)/],
  ["pizza", /pizza/i, /^(Frozen|Buns)/],
  ["chicken", /chicken/i, /^(Fresh Chicken|Poultry|Chicken Sausages|Marinated)/],
  ["fish", /./, /(Fish|Seafood|Prawns)/],
  ["cereal", /./, /Cereal/],
  ["meat", /./, /^(Poultry|Fresh Chicken|Fresh Mutton|Frozen Mutton|Mutton & Lamb|Pork & Other Meats|Marinated Meat)/],
  ["honey", /honey/i, /^Honey/],
  ["mustard", /mustard/i, /^(Mustard|Whole Spices|Organic Masalas)/],
  ["water", /water/i, /Water|^(Aerated|Soda)/],
  ["tea", /tea/i, /Tea/],
  ["coffee", /coffee/i, /Coffee/],
  ["tissue", /tissue/i, /Tissue|^(Toilet Paper|Kitchen Rolls)/],
  ["paper towel", /towel/i, /^(Kitchen Rolls|Paper Napkin|Toilet Paper|Disposables)/],
  ["soap", /soap/i, /Soaps/],
  ["sponge", /sponge/i, /Scrub|^(Bathing|Makeup)/],
  ["carne", /./, /^(Poultry|Fresh Chicken|Fresh Mutton|Frozen Mutton|Mutton & Lamb|Pork & Other Meats|Marinated Meat)/],
  ["carne molida", /mince|kheema/i, /./],
  ["huevos", /eggs?\b/i, /Eggs/],
  ["pollo", /chicken/i, /^(Fresh Chicken|Poultry|Chicken Sausages|Marinated)/],
  ["manzana", /^apple\b/i, /^(Apples|Organic Fruits)/],
  ["jabón", /soap/i, /Soaps/],
  ["papas", /potato/i, /^(Potato, Onion|Organic Vegetables|Cut & Peeled|Root)/],
  ["leche", /milk/i, /^(Milk$|Flavoured, Soya|Dairy$|Milk & Soya)/],
  ["azúcar", /sugar/i, /^(Sugar|Organic Sugar|Exotic Sugar|Sugarfree)/],
];

/** Everyday queries for the demo catalogue. */
export function everydayDemo(): JudgedQuery[] {
  return DEMO.trim()
    .split("\n")
    .map((line) => {
      const [query, judged] = line.split(": ") as [string, string]; // our own lines, above
      const [best = "", close = ""] = judged.split(" | ");
      const relevant = Object.fromEntries([
        ...best.split(" ").map((sku) => [sku, 2]),
        ...close.split(" ").flatMap((sku) => (sku ? [[sku, 1]] : [])),
      ]) as JudgedQuery["relevant"];
      return { query, kind: "everyday", relevant };
    });
}

/** Everyday queries for the large catalogue. */
export function everydayLarge(catalogue: string): JudgedQuery[] {
  const rows: Record<string, string>[] = parse(gunzipSync(readFileSync(catalogue)), { columns: true });
  return LARGE.map(([query, name, shelf]) => {
    const meant = rows.filter((row) => name.test(row["name"]!) && (shelf.test(row["type"]!) || shelf.test(row["sub_category"]!)));
    return { query, kind: "everyday", relevant: Object.fromEntries(meant.map(({ sku }) => [sku!, 2 as const])) };
  });
}
