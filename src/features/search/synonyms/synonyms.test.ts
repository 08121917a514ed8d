import { beforeEach, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { openSearchedShop } from "../../../../tests/support/searched-shop.ts";
import { makeAdmin } from "../../../../tests/support/sign-up.ts";
import { openDatabase } from "#server/db/connect.ts";
import { listAdminChanges } from "../../audit/contract.ts";
import { searchProducts } from "../contract.ts";
import * as contract from "./contract.ts";
import { currentSynonyms } from "./current-synonyms.ts";
import { MOST_SYNONYMS, readRule, ruleKey, writeRule } from "./rules.ts";

const searched = await openSearchedShop();
const { shop, call, find, named } = searched;
const { token } = await makeAdmin(searched);

const add = (rule: string) => call(contract.addSynonym, { rule }, { token });
const rules = async () =>
  ((await call(contract.listSynonyms, undefined, { token })).body.data as contract.Synonym[]).map(({ rule }) => rule);

beforeEach(async () => {
  await shop.database.transact(async ({ tx, invalidate }) => {
    await tx.execute(sql`delete from search_synonym`);
    invalidate("synonyms");
  });
});

test("both ways: each word finds what the others find, at once, and no longer when it is deleted, until it is restored", async () => {
  await named("Cassareep sauce", "Manioc syrup", "Honey");
  expect(await find("cassareep")).toEqual(["Cassareep sauce"]);
  const { body } = await add("Cassareep =  manioc syrup");
  expect(body).toMatchObject({ message: "Synonym added", data: { rule: "cassareep = manioc syrup" } });
  for (const text of ["cassareep", "manioc syrup"])
    expect((await find(text)).toSorted(), text).toEqual(["Cassareep sauce", "Manioc syrup"]);

  const { _id } = body.data;
  await call(contract.deleteSynonym, { _id }, { token });
  expect(await find("cassareep")).toEqual(["Cassareep sauce"]);
  await call(contract.restoreSynonym, { _id }, { token });
  expect(await find("cassareep")).toHaveLength(2);
  const { body: history } = await call(listAdminChanges, { kind: "synonym", id: _id }, { token });
  expect(history.data.map(({ action }: { action: string }) => action)).toEqual(["restored", "deleted", "added"]);
});

test("one way: the first word finds the others, but they do not find it", async () => {
  await named("Fizz classic", "Soft drink cola", "Drink mix soft");
  await add("fizz -> soft drink");
  expect((await find("fizz")).toSorted()).toEqual(["Drink mix soft", "Fizz classic", "Soft drink cola"]);
  expect((await find("soft drink")).toSorted()).toEqual(["Drink mix soft", "Soft drink cola"]);
});

test("a word that no product has finds its synonym instead of being taken for a typo, even among other words", async () => {
  await named("Golden Kiwicha flakes", "Kiwi jam", "Amaranth pops large", "Amaranth");
  expect(await find("kiwichas")).toEqual(["Golden Kiwicha flakes"]);
  await add("achita = amaranth");
  expect(await find("achita")).toEqual(["Amaranth", "Amaranth pops large"]);
  expect(await find("achita pops")).toEqual(["Amaranth pops large"]);
  const { body } = await call(searchProducts, { search: "achita" });
  expect(body.corrected).toBeUndefined();
  await add("puffs → amaranth pops");
  expect(await find("puffs")).toEqual(["Amaranth pops large"]);
  expect((await call(searchProducts, { search: "puffs" })).body.corrected).toBeUndefined();
});

test("a synonym finds products by their Spanish texts, after those with the English word", async () => {
  const { fill } = searched;
  await fill([
    { name: "Corn cob", nameEs: "Mazorca dulce" },
    { name: "Rice", nameEs: "Arroz" },
  ]);
  expect(await find("achita")).toEqual([]);
  await add("achita = mazorca");
  expect(await find("achita")).toEqual(["Corn cob"]);
  expect(await find("achita dulce")).toEqual(["Corn cob"]);
  expect((await call(searchProducts, { search: "achita" }, { spoken: "es" })).body).toMatchObject({
    data: [{ name: "Mazorca dulce" }],
    totalCount: 1,
  });
  await fill([{ name: "Mazorca soap" }]);
  expect(await find("achita")).toEqual(["Mazorca soap", "Corn cob"]);
});

test("an admin's synonym goes before the built-in Spanish", async () => {
  await named("Avocado", "Palta soap");
  expect((await find("palta")).toSorted()).toEqual(["Avocado", "Palta soap"]);
  await named("Cherimoya");
  await add("palta = cherimoya");
  expect((await find("palta")).toSorted()).toEqual(["Avocado", "Cherimoya", "Palta soap"]);
});

test("other processes use a new synonym at once", async () => {
  await named("Amaranth");
  const other = openDatabase(searched.connection, () => {});
  try {
    expect(await find("achita")).toEqual([]);
    await other.pool.query("insert into search_synonym (id, texts, one_way, key) values ('x', '{achita,amaranth}', false, 'k')");
    // What the other process tells all of them.
    shop.invalidations.publish(["synonyms"]);
    shop.cache.invalidate(["synonyms"]);
    expect(await find("achita")).toEqual(["Amaranth"]);
  } finally {
    await other.close();
  }
});

test("while the database is unavailable, the last known synonyms stay", async () => {
  let away = false;
  const gone = Object.assign(new Error("gone"), { code: "57P01" });
  const db = new Proxy(shop.database.db, { get: (target, name) => (away ? () => { throw gone; } : Reflect.get(target, name)) }); // prettier-ignore
  const there = { database: { ...shop.database, db }, invalidations: shop.invalidations };
  await add("achita = amaranth");
  const known = await currentSynonyms(there);
  away = true;
  shop.invalidations.publish(["synonyms"]);
  expect(await currentSynonyms(there)).toBe(known);
});

const preview = (input: object) => call(contract.previewSynonym, { rule: "achita = amaranth", search: "achita", ...input }, { token });

test("a preview shows what a search finds before and after, and changes nothing", async () => {
  await named("Amaranth", "Amaranth pops");
  const { body } = await preview({});
  expect([body.before.totalCount, body.after.totalCount]).toEqual([0, 2]);
  expect(body.after.data[0].name).toBe("Amaranth");
  expect(await find("achita")).toEqual([]);
  const { _id } = (await add("achita = amaranth")).body.data;
  const { body: changed } = await preview({ _id, rule: "achita = kiwicha" });
  expect([changed.before.totalCount, changed.after.totalCount]).toEqual([2, 0]);
});

test("mistakes are refused with a message that names the field", async () => {
  for (const [rule, reason] of [
    ["", "is required"],
    ["palta", "needs at least two words, like palta = avocado"],
    ["palta =", "has an empty side: write a word on each side"],
    ["a → b → c", "may have one arrow only"],
    ["a = b → c", "may have one word or phrase before the arrow"],
    ["palta = the", "has “the”, which search ignores"],
    ["apple = apples", "has “apples” twice; singular and plural are alike"],
    ["one two three four five = six", "has “one two three four five”, which is too long: use up to 4 words"],
    [Array.from({ length: 11 }, (_, n) => `word${n}x`).join(" = "), "may have up to 10 words or phrases"],
  ] as const) {
    const { status, body } = await add(rule);
    expect([status, body.message, rule && body.field], rule).toEqual([400, `rule ${reason}`, rule && "rule"]);
  }
  await add("palta = avocado");
  expect((await add("Avocados = palta")).body).toMatchObject({ message: "rule already exists", field: "rule" });
  const spanish = (rule: string) => call(contract.addSynonym, { rule }, { token, spoken: "es" });
  expect((await spanish("Avocados = palta")).body).toMatchObject({ message: "Esa regla ya existe", field: "rule" });
  expect((await spanish("a → b → c")).body).toMatchObject({ message: "La regla solo puede tener una flecha", field: "rule" });
  expect((await call(contract.changeSynonym, { _id: "0".repeat(32), rule: "a1 = b1" }, { token })).status).toBe(404);
  expect((await call(contract.addSynonym, { rule: "a1 = b1" })).status).toBe(401);
  await shop.database.db.execute(sql`
    insert into search_synonym select 'n' || n, array['a' || n, 'b' || n], false, 'k' || n from generate_series(2, ${MOST_SYNONYMS}::int) n`);
  expect((await add("x1 = y1")).body.message).toBe(`rule can't be added: a shop can have ${MOST_SYNONYMS} synonyms`);
});

test("a changed synonym is recorded with its former words", async () => {
  const { _id } = (await add("palta = avocado")).body.data;
  expect((await call(contract.changeSynonym, { _id, rule: "palta => avocado, guacamole" }, { token })).body.data.rule).toBe(
    "palta → avocado, guacamole",
  );
  expect(await rules()).toEqual(["palta → avocado, guacamole"]);
  const { body } = await call(listAdminChanges, { kind: "synonym", id: _id }, { token });
  expect(body.data[0]).toMatchObject({ before: { rule: "palta = avocado" }, after: { rule: "palta → avocado, guacamole" } });
});

test("a rule reads the same however it is written", () => {
  const keys = ["Palta = aguacate,avocado", "avocados = palta = AGUACATE"].map((text) => {
    const read = readRule(text);
    return read.ok && ruleKey(read.rule);
  });
  expect(new Set(keys).size).toBe(1);
  expect(writeRule({ texts: ["soda", "soft drink", "pop"], oneWay: true })).toBe("soda → soft drink, pop");
});
