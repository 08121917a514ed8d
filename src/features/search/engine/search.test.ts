import { describe, expect, test } from "vitest";
import { openSearchedShop } from "../../../../tests/support/searched-shop.ts";
import type { Product } from "../../catalogue/contract.ts";
import { searchProducts } from "../contract.ts";
import { settleIndex } from "./index-products.ts";

const { shop, call, find, named, fill } = await openSearchedShop();

describe("matching", () => {
  test("every word must match", async () => {
    await named("Red apple", "Green apple", "Red onion");
    expect(await find("apple red")).toEqual(["Red apple"]);
    expect(await find("green apple")).toEqual(["Green apple"]);
  });

  test("a word matches in name, brand, type, shelf and description", async () => {
    await fill([{ name: "Crunchy", brand: "Solmar", type: "Muesli", description: "With hazelnuts from Giresun." }], "Breakfast");
    for (const search of ["crunchy", "solmar", "muesli", "breakfast", "hazelnuts", "solmar giresun breakfast"]) {
      expect(await find(search), search).toEqual(["Crunchy"]);
    }
  });

  test("only the last word may be incomplete", async () => {
    await named("Tomato passata", "Tomato purée");
    expect(await find("tom")).toHaveLength(2);
    expect(await find("t")).toHaveLength(2);
    expect(await find("tomato pas")).toEqual(["Tomato passata"]);
    expect(await find("tom passata")).toEqual(["Tomato passata"]);
  });

  test("case, accents, plurals and word order do not matter", async () => {
    await named("Crème brûlée", "Ripe tomatoes", "Fresh berries", "Glass dishes", "Lay's chips");
    expect(await find("BRULEE creme")).toEqual(["Crème brûlée"]);
    expect(await find("crème brûlée")).toEqual(["Crème brûlée"]);
    expect(await find("tomato")).toEqual(["Ripe tomatoes"]);
    expect(await find("Tomatoes ripe")).toEqual(["Ripe tomatoes"]);
    expect(await find("berry")).toEqual(["Fresh berries"]);
    expect(await find("dish")).toEqual(["Glass dishes"]);
    expect(await find("lays")).toEqual(["Lay's chips"]);
  });

  test("a plural matches a singular too", async () => {
    await named("Cherry", "Radish", "Mango");
    expect(await find("cherries")).toEqual(["Cherry"]);
    expect(await find("radishes")).toEqual(["Radish"]);
    expect(await find("mangoes")).toEqual(["Mango"]);
  });

  test("stop words need not match", async () => {
    await named("Rice and beans", "Noodles");
    expect(await find("rice with the beans")).toEqual(["Rice and beans"]);
  });

  test("pack sizes match in any notation", async () => {
    await fill([
      { name: "Sugar, fine", unit: "500 g" },
      { name: "Sugar, coarse", unit: "1 kg" },
      { name: "Lemonade 1.5l" },
      { name: "Lemonade", unit: "500 ml" },
    ]);
    for (const size of ["1 kg", "1kg", "1000 g", "1 kilo", "1.0 KG"]) expect((await find(`sugar ${size}`))[0], size).toBe("Sugar, coarse");
    for (const size of ["500g", "500 grams", "0.5 kg"]) expect((await find(`sugar ${size}`))[0], size).toBe("Sugar, fine");
    for (const size of ["1.5 l", "1500ml", "1.5 litres"]) expect((await find(`lemonade ${size}`))[0], size).toBe("Lemonade 1.5l");
    expect(await find("500ml")).toEqual(["Lemonade"]);
    expect(await find("500 ml")).toEqual(["Lemonade"]);
    expect(await find("1 k")).toEqual(["Sugar, coarse"]);
  });

  test("synonyms match, of one word or several", async () => {
    await named("Aubergine", "Ghee");
    expect(await find("eggplant")).toEqual(["Aubergine"]);
    expect(await find("clarified butter")).toEqual(["Ghee"]);
  });

  test("compounds match as one word or two", async () => {
    await named(
      "Toothpaste mint",
      "Facewash",
      ...Array.from({ length: 20 }, (_, n) => `Face wash ${n}`),
      ...Array.from({ length: 20 }, (_, n) => `Olive oil ${n}`),
    );
    await settleIndex(shop.database);
    expect(await find("tooth paste")).toEqual(["Toothpaste mint"]);
    expect((await call(searchProducts, { search: "facewash" })).body.totalCount).toBe(21);
    expect((await call(searchProducts, { search: "oliveoil" })).body.totalCount).toBe(20);
  });

  test("if no product has every word, the closest ones are found", async () => {
    await named("Red apple", "Green pear");
    expect(await find("red pear")).toEqual(expect.arrayContaining(["Red apple", "Green pear"]));
    expect(await find("zzqx")).toEqual([]);
  });
});

describe("typos", () => {
  test("one in a short word and two in a long one are corrected if the exact word has no results", async () => {
    await named("Milk", "Chocolate", "Shampoo", "Detergent");
    for (const search of ["mlik", "milc", "mikl"]) expect(await find(search), search).toEqual(["Milk"]);
    for (const search of ["choclate", "chocolatte", "chocholat", "shocolate"]) expect(await find(search), search).toEqual(["Chocolate"]);
    expect(await find("shmapo")).toEqual(["Shampoo"]);
    expect(await find("detargant")).toEqual(["Detergent"]);
  });

  test("are corrected in any word of the query, even an incomplete one", async () => {
    await named("Chocolate biscuit", "Chocolate cake");
    expect(await find("choclate bisciut")).toEqual(["Chocolate biscuit"]);
    expect(await find("chocolate biskui")).toEqual(["Chocolate biscuit"]);
  });

  test("are not corrected if the exact word has results", async () => {
    await named("Bean stew", "Bear biscuits");
    expect(await find("bean")).toEqual(["Bean stew"]);
    expect(await find("bear")).toEqual(["Bear biscuits"]);
  });

  test("are not corrected to words that are too different", async () => {
    await named("Star anise", "Milk");
    for (const search of ["zaatar", "mulch", "abcdef", "xyz"]) expect(await find(search), search).toEqual([]);
  });
});

describe("ranking (SRCH-3)", () => {
  test("name before brand", async () => {
    await fill([{ name: "Green tea", brand: "Lemon" }, { name: "Lemon" }]);
    expect(await find("lemon")).toEqual(["Lemon", "Green tea"]);
  });

  test("shelf before description", async () => {
    await fill([{ name: "Wooden spoon", description: "For soups and stews." }], "Kitchen");
    await fill([{ name: "Minestrone" }], "Soups");
    expect(await find("soups")).toEqual(["Minestrone", "Wooden spoon"]);
  });

  test("what a product is, by its name, before what the name mentions", async () => {
    await named("Biscuits with butter", "Peanut butter cups, 6 pieces", "Butter");
    expect(await find("butter")).toEqual(["Butter", "Peanut butter cups, 6 pieces", "Biscuits with butter"]);
  });

  test("the thing itself before what is one noun with it, or a cut named after it", async () => {
    await fill([{ name: "Pop corn" }, { name: "Vanilla ice cream" }, { name: "Crab meat" }], "Others");
    await fill([{ name: "Sweet corn in the husk" }, { name: "Heavy whipping cream" }]);
    await fill([{ name: "Stewing cubes" }], "Meat");
    for (const [typed, name] of Object.entries({ corn: "Sweet corn in the husk", cream: "Heavy whipping cream", meat: "Stewing cubes" }))
      expect((await find(typed))[0], typed).toBe(name);
    expect(await find("popcorn")).toEqual(["Pop corn"]);
  });

  test("if no product has every word, a product before one whose description mentions a rarer word", async () => {
    await fill([{ name: "Rinse aid", description: "Leaves no evaporated drops." }, { name: "Whole milk" }, { name: "Goat milk" }]);
    expect((await find("evaporated milk")).slice(0, 2).toSorted()).toEqual(["Goat milk", "Whole milk"]);
  });

  test("words in a row before the same words apart", async () => {
    await named("Milk and dark chocolate", "Chocolate, dark", "Dark milk chocolate", "Dark chocolate truffle");
    expect((await find("dark chocolate")).slice(0, 2)).toEqual(["Milk and dark chocolate", "Dark chocolate truffle"]);
  });

  test("an exact word before a longer one", async () => {
    await named("Oatmeal", "Oat");
    expect(await find("oat")).toEqual(["Oat", "Oatmeal"]);
  });

  test("what is sold out comes after what matches about as well, not after what matches worse", async () => {
    await fill([{ name: "Creamy blue cheese", stock: 0 }, { name: "Small-curd cottage cheese" }, { name: "Cheese board" }]);
    expect(await find("cheese")).toEqual(["Small-curd cottage cheese", "Creamy blue cheese", "Cheese board"]);
  });

  test("among equals, those in stock come first, then bestsellers", async () => {
    await fill([
      { name: "Basil", unit: "sold out", stock: 0, popularity: 900 },
      { name: "Basil", unit: "seldom sold", popularity: 1 },
      { name: "Basil", unit: "often sold", popularity: 5 },
    ]);
    const { body } = await call(searchProducts, { search: "basil" });
    expect((body.data as Product[]).map(({ unit }) => unit)).toEqual(["often sold", "seldom sold", "sold out"]);
  });
});
