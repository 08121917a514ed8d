import { expect, test } from "vitest";
import { inLanguage } from "#server/http/request-language.ts";
import { US_DOLLARS } from "#shared/money.ts";
import type { Language } from "#words/language.ts";
import { setDelivery, zone } from "../../../../tests/support/delivery.ts";
import { HOSTILE_TEXTS } from "../../../../tests/support/hostile-texts.ts";
import { makeAdmin } from "../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { EVENT_DAYS } from "../../account/security-events.ts";
import { DEVICE_DAYS } from "../../account/session/device-cookie.ts";
import { listAdminChanges } from "../../audit/contract.ts";
import { changeSettings, readSettings } from "../settings/contract.ts";
import { originalText, previewText, shopText, TEXTS, type TextName } from "./contract.ts";
import { originalsOf } from "./originals.ts";
import { renderText } from "./render-text.ts";
import { spanishOriginalsOf } from "./spanish-originals.ts";

const shop = await openTestShop();
const { token } = await makeAdmin(shop);

const textOf = async (name: TextName, spoken: Language = "en") =>
  (await shop.call(shopText, undefined, { params: { name }, spoken })).body.data.html as string;
const allTexts = async (spoken?: Language) => (await Promise.all(TEXTS.map((name) => textOf(name, spoken)))).join("");
const originalOf = async (name: TextName) =>
  (await shop.call(originalText, undefined, { token, params: { name } })).body.data.text as string;
async function change(changes: object) {
  const was = (await shop.call(readSettings, undefined, { token })).body.data.settings;
  expect((await shop.call(changeSettings, { changes, was }, { token })).status).toBe(200);
}

const FACE = { name: "Despensa", email: "hello@despensa.example", currency: US_DOLLARS };
const SAFE_TAGS =
  /^<\/?(?:p|h[1-6]|ul|ol|li|strong|em|a|code|pre|blockquote|br|hr|table|thead|tbody|tr|th|td|s)(?:\s(?:href|title|start|style|class)="[^"<>]*")*\s?\/?>$/;

/** Fails if HTML has an element or attribute that a text cannot make. */
function expectSafe(html: string): void {
  for (const [tag] of html.matchAll(/<[^>]*>?/g)) expect(tag).toMatch(SAFE_TAGS);
  for (const [, address] of html.matchAll(/href="([^"]*)"/g)) expect(address).toMatch(/^(?:https?:\/\/[^/]|mailto:|\/(?!\/)|#)/);
}

test("STAT-1 STAT-2 until an admin writes others, the texts are the original ones", async () => {
  for (const name of TEXTS) expect(await textOf(name)).toBe(renderText(await originalOf(name), FACE));
  const shipping = await textOf("shipping");
  for (const part of [
    "<strong>Processing</strong> takes 3-7 business days.",
    "<strong>Shipping</strong> takes 2-5 business days on average",
    "You can cancel an order within 24 hours of placing it.",
    "About 1 in 1000 items arrive damaged.",
    'Write to <a href="mailto:hello@despensa.example">hello@despensa.example</a>. We reply within 24 hours.',
  ])
    expect(shipping).toContain(part);
  const about = await textOf("about");
  for (const heading of ["About Despensa</h1>", "Our mission</h2>", "Our values</h2>", "Our team</h2>", "Contact</h2>"])
    expect(about).toContain(heading);
});

test("the privacy policy names the times after which the shop deletes things", async () => {
  for (const [spoken, days] of [
    ["en", "days"],
    ["es", "días"],
  ] as const) {
    const privacy = await textOf("privacy", spoken);
    for (const number of [EVENT_DAYS, DEVICE_DAYS]) expect(privacy).toContain(`${number} ${days}`);
  }
});

const PICKUP_ONLY = { zones: [], collection: { address: "12 Market Street", times: [] } };

test("no text promises free delivery once a zone charges a fee, or any delivery if orders can only be picked up", async () => {
  const before = await allTexts();
  for (const promise of ["Delivery is free, on every order.", "Shipping is free on every order", "Delivery is free. The prices"])
    expect(before).toContain(promise);
  const spanish = await allTexts("es");
  for (const promise of ["te lo llevamos gratis", "El envío es gratis en todos los pedidos", "El envío es gratis. Los precios"])
    expect(spanish).toContain(promise);
  await setDelivery(shop, { zones: [zone({ fee: 3 })] });
  expect(await allTexts("es")).not.toMatch(/gratis/i);
  expect(await allTexts("es")).toContain("llega en ese horario");
  const after = await allTexts();
  expect(after).not.toMatch(/free shipping|(?:delivery|shipping) is (?:always )?free|for free/i);
  expect(after).toContain("your order comes at that time instead");
  await setDelivery(shop, PICKUP_ONLY);
  expect(await allTexts()).not.toMatch(/your door|\bfee\b|delivery costs|delivery is|<strong>Shipping|drivers|wrong address/i);
  expect(await allTexts()).toContain("We don't deliver. You pick up your order at the shop");
  expect(await allTexts("es")).not.toMatch(/tu puerta|costo de envío|cuesta el envío|envío es|El envío<|repartidores|dirección está mal/);
  expect(await allTexts("es")).toContain("No hacemos envíos.");
  expect(await allTexts()).not.toMatch(/on its way|is sent|order arrives|of delivery|delivery times|people who deliver|checked delivery/i);
  expect(await allTexts("es")).not.toMatch(/en camino|se envíe|enviado|llega tu pedido|plazos de entrega|llevan tu pedido/);
  await setDelivery(shop, { on: false });
  expect(await allTexts()).toBe(before);
  expect(await allTexts("es")).toBe(spanish);
});

const shape = (html: string) => [...html.matchAll(/<(?:h\d|li|p|strong|a(?= ))/g)].join(" ");
const links = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address!);
const numbers = (html: string) => (html.match(/\d+/g) ?? []).toSorted((a, b) => Number(a) - Number(b));
const inSpanish = (address: string) => address.replace(/^\//, "/es/");

test("texts speak of pickup beside delivery where both are offered, and only there", async () => {
  const said = [
    ["shipping", "You can also pick up your order at the shop, free of charge."],
    ["shipping", "you can still cancel until it is sent or ready for pickup."],
    ["returns", "within 14 days of delivery or pickup."],
    ["terms", "you pay when the order arrives or you pick it up."],
  ] as const;
  await setDelivery(shop, { zones: [zone()] });
  for (const name of TEXTS) expect(await textOf(name)).not.toMatch(/pick(ed)? ?(it )?up/i);
  await setDelivery(shop, { zones: [zone()], collection: PICKUP_ONLY.collection });
  for (const [name, words] of said) expect(await textOf(name)).toContain(words);
  expect(await textOf("shipping")).toContain("<strong>Shipping</strong> takes 2-5 business days on average");
  expect(await textOf("shipping", "es")).toContain("También puedes recoger tu pedido en la tienda");
  await setDelivery(shop, { on: false });
});

test("in Spanish the original texts are Spanish, with the same headings and links, and say the same numbers", async () => {
  for (const plan of [{ on: false }, { zones: [zone({ fee: 3 })] }, PICKUP_ONLY, { ...PICKUP_ONLY, zones: [zone()] }]) {
    await setDelivery(shop, plan);
    for (const name of TEXTS) {
      const [english, spanish] = [await textOf(name), await textOf(name, "es")];
      expect(shape(spanish), name).toBe(shape(english));
      expect(links(spanish), name).toEqual(links(english).map(inSpanish));
      expect(numbers(spanish), name).toEqual(numbers(english));
    }
  }
  await setDelivery(shop, { on: false });
  expect(await textOf("shipping", "es")).toContain("<strong>La preparación</strong> demora de 3 a 7 días hábiles.");
  expect(await textOf("terms", "es")).toContain("Todos los precios están en dólares estadounidenses.");
  // Whatever the admin's own language is.
  const { body } = await shop.call(originalText, undefined, { token, params: { name: "shipping" }, spoken: "es" });
  expect(body.data.text).toContain("# Shipping Policy");
  expect(inLanguage("es", () => renderText(body.data.spanish, FACE))).toBe(await textOf("shipping", "es"));
});

const lines = (text: string) => text.split("\n");

test("the privacy text tells what the shop stores for reading offline, notifications and complaints, only where it does", () => {
  const plain = { delivers: false, freeDelivery: true, collects: false, offline: false, push: false };
  const added = (facts: object) => {
    const [english, spanish] = [originalsOf, spanishOriginalsOf].map((originals) => {
      const before = lines(originals(plain).privacy);
      return lines(originals({ ...plain, ...facts }).privacy).filter((line) => !before.includes(line));
    });
    expect(spanish).toHaveLength(english!.length);
    return [english, spanish];
  };
  expect(added({ offline: true })).toEqual([[expect.stringContaining("read them offline")], [expect.stringContaining("sin conexión")]]);
  expect(added({ push: true })[0]!.filter((line) => /notifications/i.test(line))).toHaveLength(2);
  expect(added({ complaintsBook: true })).toEqual([
    [expect.stringContaining("complaints book")],
    [expect.stringContaining("Libro de Reclamaciones")],
  ]);
});

test("what an admin wrote is shown on Spanish pages too, until the original text is restored", async () => {
  const original = await textOf("terms", "es"); // cached from now on
  await change({ terms: "# House rules\n\nAsk {name}. See [returns](/returns)." });
  expect(await textOf("terms")).toBe('<h1>House rules</h1>\n<p>Ask Despensa. See <a href="/returns">returns</a>.</p>\n');
  expect(await textOf("terms", "es")).toBe('<h1>House rules</h1>\n<p>Ask Despensa. See <a href="/es/returns">returns</a>.</p>\n');
  expect(await textOf("about", "es")).toContain("<h1>Sobre Despensa</h1>");
  await change({ terms: "" });
  expect(await textOf("terms", "es")).toBe(original);
});

test("admins write a Spanish text beside the English one, which changes the Spanish page at once and is in the history", async () => {
  const english = await textOf("privacy");
  const original = await textOf("privacy", "es"); // cached from now on
  await change({ privacy_es: "# Tus datos" });
  expect([await textOf("privacy"), await textOf("privacy", "es")]).toEqual([english, "<h1>Tus datos</h1>\n"]);
  await change({ privacy: "# Your data" });
  expect([await textOf("privacy"), await textOf("privacy", "es")]).toEqual(["<h1>Your data</h1>\n", "<h1>Tus datos</h1>\n"]);
  await change({ privacy_es: "" });
  expect(await textOf("privacy", "es")).toBe("<h1>Your data</h1>\n");
  await change({ privacy: "" });
  expect(await textOf("privacy", "es")).toBe(original);

  const { body } = await shop.call(listAdminChanges, { kind: "settings" }, { token });
  expect(body.data).toContainEqual(expect.objectContaining({ before: { privacy_es: "" }, after: { privacy_es: "# Tus datos" } }));
});

test.each([
  ["/search?q=a.b#top", "/es/search?q=a.b#top"],
  ["/", "/es"],
  ["/es/returns", "/es/returns"],
  ["/images/a/640.webp", "/images/a/640.webp"],
  ["/api/openapi", "/api/openapi"],
  ["#top", "#top"],
  ["https://elsewhere.example/returns", "https://elsewhere.example/returns"],
])("in Spanish a link to %s leads to %s", (written, address) => {
  const rendered = (spoken: Language) => inLanguage(spoken, () => renderText(`[x](${written})`, FACE));
  expect(rendered("en")).toBe(`<p><a href="${written}">x</a></p>\n`);
  expect(rendered("es")).toBe(`<p><a href="${address}">x</a></p>\n`);
});

test("a text is in effect at once, with the shop's name and address, and can be restored", async () => {
  expect(await textOf("returns")).toContain("Returns"); // cached from now on
  await change({ returns: "# Back\n\nAsk {name} at [{email}](mailto:{email}).", name: "*Bodega* [Sur](javascript:alert(1))" });
  expect(await textOf("returns")).toBe(
    '<h1>Back</h1>\n<p>Ask *Bodega* [Sur](javascript:alert(1)) at <a href="mailto:hello@despensa.example">hello@despensa.example</a>.</p>\n',
  );
  await change({ returns: "", name: "Despensa" });
  expect(await textOf("returns")).toBe(renderText(await originalOf("returns"), FACE));
});

test.each([
  ...HOSTILE_TEXTS,
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](&#106;avascript:alert(1))",
  "[x](java\nscript:alert(1))",
  "[x](data:text/html,<script>1</script>)",
  "[x](vbscript:x) [y](//elsewhere.example) [z](/\\elsewhere.example) [w](https:///x)",
  "<javascript:alert(1)>",
  '![x](https://elsewhere.example/a.png "onerror=alert(1)")',
  '[x](https://a.example "\\" onmouseover=\\"alert(1)")',
  "[x]: javascript:alert(1)\n\n[x]",
  "```html\n<script>1</script>\n```",
  "<a href='https://a.example' onclick=alert(1)>x</a>",
  `${"[".repeat(2000)}${"](".repeat(2000)}`,
  `${"*a ".repeat(3000)}${"_".repeat(3000)}`,
])("%j becomes safe HTML, as a text and as the shop's name", (text) => {
  expectSafe(renderText(text, FACE));
  expectSafe(
    renderText("# {name}\n\n[{name}](mailto:{email}) {name}", {
      name: text.replaceAll("\n", " "),
      email: "a@b.example",
      currency: US_DOLLARS,
    }),
  );
});

test("the preview shows what the page would show", async () => {
  const text = "# Hello {name}\n\n<b>bold</b> [shelf](/search)";
  const { body } = await shop.call(previewText, { text }, { token });
  expect(body.data.html).toBe('<h1>Hello Despensa</h1>\n<p>&lt;b&gt;bold&lt;/b&gt; <a href="/search">shelf</a></p>\n');
});

test("an unknown text is not found", async () => {
  expect((await shop.app.inject("/api/shop/texts/imprint")).statusCode).toBe(400);
});
