import { afterAll, expect, test, vi } from "vitest";
import { openDatabase } from "#server/db/connect.ts";
import { watchInvalidations } from "#server/cache/watch-invalidations.ts";
import { loadConfig } from "#server/settings/config.ts";
import { DEFAULT_SETTINGS, type Settings } from "#shared/settings.ts";
import type { Language } from "#words/language.ts";
import { spanish } from "#words/spanish.ts";
import { makeShop } from "#start/open-shop.ts";
import { HOSTILE_TEXTS, inOneLine } from "../../../../tests/support/hostile-texts.ts";
import { makeAdmin, signUp } from "../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { listAdminChanges } from "../../audit/contract.ts";
import { sendMessage } from "../../contact/contract.ts";
import { shopFace } from "../contract.ts";
import * as contract from "./contract.ts";
import { settingsOf } from "./rules.ts";

const shop = await openTestShop({ SHOP_SOCIAL_URL: "https://social.example/given" });
const { token, user } = await makeAdmin(shop);
const { config, database } = shop.shop;

const read = async () => (await shop.call(contract.readSettings, undefined, { token })).body.data;
/** Changes settings as someone who saw the current ones. */
async function change(changes: Partial<Settings>, was?: Partial<Settings>) {
  return shop.call(contract.changeSettings, { changes, was: was ?? (await read()).settings }, { token });
}
const faceNow = async () => (await shop.call(shopFace, undefined)).body.data;

test("until someone changes them, the settings are the defaults, but an environment variable wins", async () => {
  const { settings, setBy } = await read();
  expect(settings).toEqual({ ...DEFAULT_SETTINGS, social: ["https://social.example/given"] });
  expect(setBy).toEqual({ social: "SHOP_SOCIAL_URL" });
  const refused = await change({ social: ["https://social.example/other"] });
  expect(refused).toMatchObject({ status: 409, body: { data: { field: "social" } } });
  expect(refused.body.message).toContain("SHOP_SOCIAL_URL");
});

test("a change is in effect at once, and recorded with what was before", async () => {
  expect((await faceNow()).name).toBe("Despensa"); // cached from now on
  const hours = [...Array.from({ length: 6 }, () => [{ from: "08:00", to: "20:30" }]), []];
  expect(await change({ name: " Bodega\nSur ", phone: "+51 1 999", hours })).toMatchObject({ status: 200, body: { message: "Saved" } });
  expect(await faceNow()).toMatchObject({ name: "Bodega Sur", phone: "+51 1 999", openingHours: hours });
  const { body } = await shop.call(listAdminChanges, { kind: "settings", id: "settings" }, { token });
  expect(body.data[0]).toMatchObject({
    by: { _id: user._id },
    action: "changed",
    before: { name: "Despensa", phone: "", hours: null },
    after: { name: "Bodega Sur", phone: "+51 1 999", hours },
  });
  expect(Object.keys(body.data[0].after).toSorted()).toEqual(["hours", "name", "phone"]);
});

const LUNCH_BREAK = [
  { from: "09:00", to: "13:00" },
  { from: "16:00", to: "20:00" },
];
const week = (tuesday: readonly object[]) => [[], tuesday, [], [], [], [], []];

test("a day has several opening hours, in order, and what makes no sense is refused with its place", async () => {
  expect((await change({ hours: week(LUNCH_BREAK.toReversed()) as Settings["hours"] })).status).toBe(200);
  expect((await faceNow()).openingHours).toEqual(week(LUNCH_BREAK));
  for (const [spans, message] of [
    [[...LUNCH_BREAK, { from: "12:00", to: "17:00" }], "changes.hours.1.2.from must not overlap the day's other hours"],
    [[LUNCH_BREAK[0], { from: "16:00", to: "16:00" }], "changes.hours.1.1.to must be after the time it opens"],
    [[LUNCH_BREAK[0], { from: "", to: "20:00" }], "changes.hours.1.1.from must be a time like 08:30"],
    [
      Array.from({ length: 5 }, (_, hour) => ({ from: `0${hour}:00`, to: `0${hour}:30` })),
      "changes.hours.1 may have four spans a day at most",
    ],
  ] as const)
    expect((await change({ hours: week(spans as object[]) as Settings["hours"] })).body.message).toBe(message);
  const touching = [
    { from: "09:00", to: "13:00" },
    { from: "13:00", to: "20:00" },
  ];
  expect((await change({ hours: week(touching) as Settings["hours"] })).status).toBe(200);
});

test("opening hours that an earlier version stored, or a backup of it, are kept and can be changed", async () => {
  const former = [...Array.from({ length: 6 }, () => ({ from: "08:00", to: "20:30" })), null];
  const insert = "insert into shop_setting (name, value) values ('hours', $1) on conflict (name) do update set value = excluded.value";
  await database.pool.query(insert, [JSON.stringify(former)]);
  shop.shop.invalidations.publish(["settings"]);
  const kept = [...Array.from({ length: 6 }, () => [{ from: "08:00", to: "20:30" }]), []];
  expect((await read()).settings.hours).toEqual(kept);
  expect(await faceNow()).toMatchObject({ openingHours: kept });
  expect((await change({ hours: kept.with(0, LUNCH_BREAK) })).status).toBe(200);
  expect((await faceNow()).openingHours).toEqual(kept.with(0, LUNCH_BREAK));
});

/** Hours in another shape than today's. */
const asFormer = (hours: unknown) => hours as Settings["hours"];

test("opening hours from a page of the version before are taken", async () => {
  const [open, longer] = [
    { from: "08:00", to: "20:30" },
    { from: "07:00", to: "20:30" },
  ];
  const former = [...Array.from({ length: 6 }, () => open), null];
  expect(await change({ hours: asFormer(former) })).toMatchObject({ status: 200 });
  expect((await faceNow()).openingHours).toEqual([...Array.from({ length: 6 }, () => [open]), []]);
  const changed = former.with(6, longer);
  expect(await change({ hours: asFormer(changed) }, { hours: asFormer(former) })).toMatchObject({ status: 200 });
  expect((await faceNow()).openingHours?.at(6)).toEqual([longer]);
  expect((await change({ hours: asFormer(former) }, { hours: asFormer(former) })).status).toBe(409);
});

test("a text of digits stays a text", async () => {
  expect((await change({ phone: "999888777", taxId: "20100070970", legalName: "true", address: '"12"' })).status).toBe(200);
  expect((await read()).settings).toMatchObject({ phone: "999888777", taxId: "20100070970", legalName: "true", address: '"12"' });
});

test("a setting that someone else changed meanwhile is a 409 that names it, and nothing is saved", async () => {
  const { settings } = await read();
  expect((await change({ email: "new@shop.example" })).status).toBe(200);
  const late = await change({ phone: "1", email: "late@shop.example" }, settings);
  expect(late).toMatchObject({ status: 409, body: { data: { field: "email", value: "new@shop.example" } } });
  expect((await read()).settings).toMatchObject({ phone: settings.phone, email: "new@shop.example" });
  // Another setting does not matter, and neither does what is already so.
  expect((await change({ phone: "1", email: "new@shop.example" }, settings)).status).toBe(200);
});

test("if several admins save the same setting at the same time, one wins", async () => {
  const { settings } = await read();
  const names = Array.from({ length: 8 }, (_, n) => `Name ${n}`);
  const answers = await Promise.all(names.map((name) => change({ name }, settings)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
  expect((await faceNow()).name).toBe(names[answers.findIndex(({ status }) => status === 200)]);
});

test.each([
  ["name", ""],
  ["name", "x".repeat(61)],
  ["email", "nobody"],
  ["email", "a@b.example\r\nBcc: c@d.example"],
  ["timeZone", "Mars/Base"],
  ["timeZone", "+05:00"],
  ["logo", "javascript:alert(1)"],
  ["logo", "/images/gone-0123/640.webp"],
  ["social", ["javascript:alert(1)"]],
  ["social", ['https://a.example/"onclick=x']],
  ["hours", []],
  ["hours", Array.from({ length: 7 }, () => [{ from: "20:00", to: "08:00" }])],
  ["hours", Array.from({ length: 7 }, () => [{ from: "8", to: "25:00" }])],
])("%s is refused when it is %j", async (name, value) => {
  const { settings } = await read();
  const { status, body } = await shop.call(contract.changeSettings, { changes: { [name]: value }, was: settings }, { token });
  expect([status, body.message]).toEqual([400, expect.any(String)]);
  expect((await read()).settings).toEqual(settings);
});

test("another process, and one on another machine, sees a change within a second with one query", async () => {
  const other = openDatabase({ ...shop.connection, max: 3 }, () => {});
  const there = makeShop(config, other, shop.shop.log);
  const forWatch = openDatabase({ ...shop.connection, max: 1 }, () => {});
  const unwatch = watchInvalidations(
    forWatch.pool,
    (tags) => there.invalidations.publish(tags),
    () => {},
  );
  afterAll(async () => {
    unwatch();
    await forWatch.close();
    await other.close();
  });
  await there.identity();
  for (const name of ["First", "Second", "Third"]) {
    await change({ name });
    expect((await shop.shop.identity()).name).toBe(name);
    await expect.poll(async () => (await there.identity()).name, { timeout: 1000, interval: 20 }).toBe(name);
  }
  const queries = vi.spyOn(other.pool, "query");
  there.invalidations.publish(["settings"]);
  await Promise.all(Array.from({ length: 20 }, () => there.settings()));
  expect(queries).toHaveBeenCalledOnce();
});

test("while the database is unavailable, the last known settings stay; afterwards they are read again", async () => {
  let away = false;
  const gone = Object.assign(new Error("gone"), { code: "57P01" });
  const db = new Proxy(database.db, { get: (target, name) => (away ? () => { throw gone; } : Reflect.get(target, name)) }); // prettier-ignore
  const there = makeShop(config, { ...database, db }, shop.shop.log);
  await change({ name: "Before" });
  expect((await there.identity()).name).toBe("Before");
  away = true;
  there.invalidations.publish(["settings"]);
  expect((await there.identity()).name).toBe("Before");
  await change({ name: "After" });
  expect((await there.identity()).name).toBe("Before");
  away = false;
  expect((await there.identity()).name).toBe("After");
});

test("emails come from the shop's current name", async () => {
  await change({ name: 'Bodega "Sur", <b>', email: "sur@shop.example" });
  const shopper = await signUp(shop);
  const message = { name: "Ana", email: "ana@shop.example", subject: "Figs", message: "Any left?", userId: shopper.user._id };
  expect((await shop.call(sendMessage, message, { token: shopper.token })).status).toBe(200);
  const [email] = await shop.emailsTo("sur@shop.example");
  expect(email?.from).toMatchObject({ name: 'Bodega "Sur", <b>', address: "sur@shop.example" });
});

test("hostile texts are stored as typed and are plain text in documents, emails and structured data", async () => {
  for (const text of HOSTILE_TEXTS) {
    const name = inOneLine(text).slice(0, 60).trim();
    expect((await change({ name, address: text, phone: text.slice(0, 30) })).status).toBe(200);
    expect((await faceNow()).name).toBe(name);
    for (const url of ["/api/docs", "/sandbox/mail"])
      expect((await shop.app.inject(url)).body).not.toMatch(/<script>globalThis|<img src=x|<svg\/on|<base href/);
  }
});

test("a stored value that this version cannot read counts as unset", () => {
  expect(settingsOf({ name: 7, phone: "1", unknown: true }, {})).toEqual({ ...DEFAULT_SETTINGS, phone: "1" });
});

test("words for emails that only a newer version sends leave the others readable", () => {
  const words = { subject: "Your groceries", greeting: "", closing: "" };
  const { emails, emails_es } = settingsOf({ emails: { "orders.placed-email": words, "orders.drone-email": words }, emails_es: 7 }, {});
  expect([emails, emails_es]).toEqual([{ "orders.placed-email": words }, {}]);
});

test("environment variables are given only when set", () => {
  const { dataDir } = config;
  expect(loadConfig({ DATA_DIR: dataDir, SHOP_NAME: " " }).shop).toEqual({});
  expect(loadConfig({ DATA_DIR: dataDir, SHOP_NAME: "Bodega", SHOP_TIMEZONE: "America/Lima" }).shop).toEqual({
    name: "Bodega",
    timeZone: "America/Lima",
  });
});

test("every page carries the banner and the color only once they are set, and as safe values", async () => {
  expect(await faceNow()).not.toHaveProperty("banner");
  expect(await faceNow()).not.toHaveProperty("accentRules");
  for (const [name, value] of [
    ["bannerTarget", "//elsewhere.example"],
    ["bannerTarget", "/\\elsewhere.example"],
    ["bannerTarget", "javascript:alert(1)"],
    ["bannerTarget", "https://elsewhere.example"],
    ["accent", "red"],
    ["accent", "#12345"],
    ["accent", "#123456;}body{display:none"],
  ] as const)
    expect([name, value, (await change({ [name]: value })).status]).toEqual([name, value, 400]);
  expect((await change({ bannerTitle: "Fresh <b>today</b>", bannerTarget: "/search?offer=1", accent: "#B3361F" })).status).toBe(200);
  expect(await faceNow()).toMatchObject({
    banner: { title: "Fresh <b>today</b>", text: "", picture: "", button: "", target: "/search?offer=1" },
    accentRules: expect.stringContaining("--leaf:light-dark(#b3361f,"),
  });
});

test("Spanish pages show the Spanish words, else the English ones, else the original", async () => {
  const face = async (spoken: Language) => (await shop.call(shopFace, undefined, { spoken })).body.data;
  const { data: originals } = (await shop.call(contract.originalBanner, undefined, { token })).body;
  expect(originals).toMatchObject({ en: { button: "Shop the market" }, es: { button: spanish["Shop the market"] } });
  const english = { bannerTitle: "Bread at five", bannerText: "Every day", bannerAlt: "A loaf", hoursNote: "Closed on holidays" };
  expect((await change(english)).status).toBe(200);
  expect(await face("es")).toMatchObject({ banner: { title: "Bread at five", alt: "A loaf" }, hoursNote: "Closed on holidays" });
  const inSpanish = { bannerTitle_es: "Pan a las cinco", bannerAlt_es: "Un pan", hoursNote_es: "Cerrado los feriados" };
  expect((await change(inSpanish)).status).toBe(200);
  expect(await face("es")).toMatchObject({
    banner: { title: "Pan a las cinco", text: "Every day", alt: "Un pan", button: "" },
    hoursNote: "Cerrado los feriados",
  });
  expect(await face("en")).toMatchObject({ banner: { title: "Bread at five", alt: "A loaf" }, hoursNote: "Closed on holidays" });
});
