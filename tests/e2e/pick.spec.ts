import { addToCart } from "#features/cart/contract.ts";
import { createProduct, deleteProduct } from "#features/catalogue/admin/contract.ts";
import { deliverySlots } from "#features/delivery/contract.ts";
import { listAllOrders } from "#features/orders/admin/contract.ts";
import { cancelOrder, cashOnDelivery, getOrder } from "#features/orders/contract.ts";
import { markPicked, pickList } from "#features/pick/contract.ts";
import type { ReplyOf } from "#shared/endpoint.ts";
import { changeSettings } from "#features/shop/settings/contract.ts";
import { formatDollars, toCents } from "#shared/money.ts";
import { LONG } from "../support/rounds.ts";
import { adminSignedIn, adminToken, newName, newProduct, newShelf } from "./admin.ts";
import { setPlan, ZONE } from "./delivery-plan.ts";
import { ordersPaid } from "./payer.ts";
import { expect, PHONE, test } from "./shop.ts";
import { addressOf, newShopper, QUAY, signedIn, toast } from "./shopper.ts";

const ORDERS = LONG ? 20 : 10;
/** How many of them have a delivery time. */
const TIMED = 5;
/** Each has three. */
const LINES = 3 * ORDERS;
const BARCODE = "4012345678901";
const OTHER_BARCODE = "4006381333931";

test.use({ viewport: PHONE });

// The shop is shared with other tests, which expect free delivery.
test.afterEach(({ shop }) => setPlan(shop, {}));

test("shoppers choose once what happens when something is missing, and pickers see it", async ({ shop, page }) => {
  const token = await adminToken(shop);
  const plenty = await newProduct(shop, token, { stock: 60, barcode: BARCODE });
  const asked = await newProduct(shop, token, { stock: 60 });
  const rare = await newProduct(shop, token, { name: newName("Test quinces"), stock: 3 });
  const ask = (askIfMissing: boolean) =>
    shop.call(changeSettings, { changes: { askIfMissing }, was: { askIfMissing: !askIfMissing } }, token);
  await ask(true);
  try {
    const shopper = await signedIn(shop);
    await addressOf(shop, shopper);
    for (const { _id: productId } of [plenty, asked, rare]) await shop.call(addToCart, { productId }, shopper.token);
    await shop.open("/checkout");
    const panel = page.getByRole("region", { name: "If something is missing" });
    await panel.getByRole("radio", { name: /Ask me/ }).check();
    await panel.getByLabel(rare.name).selectOption("Send something similar");
    await expect(panel.getByLabel(plenty.name)).toBeHidden();
    await shop.assertFits();
    await shop.assertAccessible();
    await page.getByRole("radio", { name: /Cash on delivery/ }).check();
    await page.getByRole("button", { name: "Place order" }).click();
    await page.waitForURL("**/dashboard/myorders");
  } finally {
    await ask(false);
  }
  const [order] = (await shop.call(listAllOrders, {}, token)).data;
  await shop.open(`/dashboard/myorders/${order!.orderId}`);
  await expect(page.getByText("If missing: ask me").first()).toBeVisible();
  const { lines } = (await shop.call(pickList, { orderIds: order!.orderId }, token)).data;
  const { _id: orderId, position, productId } = lines.find((line) => line.productId === asked._id)!;
  await shop.call(markPicked, { lines: [{ orderId, position, productId, mark: { found: 0, noneLeft: false } }] }, token);
  const question = page.getByRole("region", { name: "Something is missing" });
  await expect(question).toContainText(`${asked.name}: we have none left.`);
  await shop.assertFits();
  await shop.assertAccessible();
  await question.getByRole("button", { name: "Don't replace it" }).click();
  await expect(toast(page, "Thanks, we'll do that")).toBeVisible();
  await expect(question).toBeHidden();
  await expect(page.getByText("If missing: don't replace it")).toBeVisible();
  await adminSignedIn(shop);
  await shop.open(`/dashboard/pick?orders=${order!.orderId}`);
  await expect(page.getByRole("button", { name: /Test quinces.*if missing: similar/ })).toBeVisible();
  // What the shopper chose meanwhile is seen, not only heard.
  await expect(page.getByRole("button", { name: /if missing: money back/ })).toContainText("0 of 1 foundmoney back");
  await page.getByRole("button", { name: /if missing: ask/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Found: one less" }).click();
  await expect(dialog.getByRole("link", { name: QUAY.mobile })).toHaveAttribute("href", "tel:+51999888777");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.route(`**${pickList.path}*`, async (route) => {
    const answer = (await (await route.fetch()).json()) as ReplyOf<typeof pickList>;
    const orders = answer.data.orders.map((one) => ({ ...one, mobile: "" }));
    await route.fulfill({ json: { ...answer, data: { ...answer.data, orders } } });
  });
  await page.reload();
  await page.getByRole("button", { name: /if missing: ask/ }).click();
  await dialog.getByRole("button", { name: "Found: one less" }).click();
  await expect(dialog).toContainText("The shopper wants to be asked. No phone number given.");
  await expect(dialog.getByRole("link")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  // A scanner types wherever the focus is.
  await page.getByRole("checkbox").first().focus();
  await page.keyboard.type("7750-1");
  await page.keyboard.press("Enter");
  await expect(toast(page, "7750-1 is not on this list")).toBeVisible();
  const row = page.getByRole("checkbox", { name: plenty.name });
  await expect(row).not.toBeChecked();
  await page.keyboard.type(BARCODE);
  await page.keyboard.press("Enter");
  await expect(row).toBeChecked();
});

test(
  "a mark that the shop refuses doesn't take the others of its order along",
  { tag: "@campaign" },
  async ({ shop, page, expectedErrors }) => {
    expectedErrors.push(/404/, /ERR_FAILED/);
    const token = await adminSignedIn(shop);
    const [apples, pears, plums] = [await newProduct(shop, token), await newProduct(shop, token), await newProduct(shop, token)];
    const shopper = await newShopper(shop);
    const list_items = [apples, pears].map(({ _id: productId }) => ({ productId, quantity: 2 }));
    const { orderId } = (await shop.call(cashOnDelivery, { list_items, addressId: await addressOf(shop, shopper) }, shopper.token)).data;
    await shop.open(`/dashboard/pick?orders=${orderId}`);
    await page.route(`**${markPicked.path}`, (route) => route.abort());
    await page.getByRole("checkbox", { name: apples.name }).check();
    await page.getByRole("button", { name: new RegExp(`^Order ${orderId}: 2 × ${pears.name}`) }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Found: one less" }).click();
    await dialog.getByLabel("Replace it with").fill(plums.name);
    await dialog.getByRole("button", { name: new RegExp(plums.name) }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("2 of 2 picked").first()).toBeVisible();
    await shop.call(deleteProduct, { _id: plums._id }, token);
    await page.unroute(`**${markPicked.path}`);
    await expect(toast(page, "Product not found")).toBeVisible();
    await expect(page.getByText("1 of 2 picked").first()).toBeVisible();
    await expect(page.getByRole("checkbox", { name: apples.name })).toBeChecked();
  },
);

test("a tick stays from the first moment on, while the shop stores it and afterwards", async ({ shop, page }) => {
  const token = await adminSignedIn(shop);
  const apples = await newProduct(shop, token);
  const shopper = await newShopper(shop);
  const list_items = [{ productId: apples._id, quantity: 2 }];
  const { orderId } = (await shop.call(cashOnDelivery, { list_items, addressId: await addressOf(shop, shopper) }, shopper.token)).data;
  await shop.open(`/dashboard/pick?orders=${orderId}`);
  const box = page.getByRole("checkbox", { name: apples.name });
  await expect(box).not.toBeChecked();
  // Looks at the box between any two tasks of the page.
  const states = await box.evaluateHandle((input: HTMLInputElement) => {
    const { port1, port2 } = new MessageChannel();
    const seen = { changes: [] as boolean[] };
    port1.addEventListener("message", () => {
      if (input.checked !== (seen.changes.at(-1) ?? false)) seen.changes.push(input.checked);
      port2.postMessage(null);
    });
    port1.start();
    port2.postMessage(null);
    return seen;
  });
  const stored = page.waitForResponse(`**${markPicked.path}`);
  await box.check();
  await stored;
  await page.waitForFunction(() => localStorage.getItem("pick-unsent") === null);
  await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
  expect(await states.evaluate(({ changes }) => changes)).toEqual([true]);
});

test("a list that was read before a product was unticked doesn't tick it again", async ({ shop, page }) => {
  const token = await adminSignedIn(shop);
  const apples = await newProduct(shop, token);
  const shopper = await newShopper(shop);
  const list_items = [{ productId: apples._id, quantity: 2 }];
  const { orderId } = (await shop.call(cashOnDelivery, { list_items, addressId: await addressOf(shop, shopper) }, shopper.token)).data;
  await shop.open(`/dashboard/pick?orders=${orderId}`);
  const box = page.getByRole("checkbox", { name: apples.name });
  await expect(box).not.toBeChecked();
  // The first list with the tick is late, and later ones do not come at all.
  const [isRead, isLate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let reads = 0;
  await page.route(`**${pickList.path}*`, async (route) => {
    if (++reads > 1) return;
    const response = await route.fetch();
    isRead.resolve();
    await isLate.promise;
    await route.fulfill({ response });
  });
  await box.check();
  await isRead.promise;
  const sent = page.waitForResponse(`**${markPicked.path}`);
  await box.uncheck();
  await sent;
  const late = page.waitForResponse(`**${pickList.path}*`);
  isLate.resolve();
  await (await late).finished();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
  await expect(page.getByText("0 of 1 picked").first()).toBeVisible();
  expect(await box.isChecked()).toBe(false);
});

test("an order that was picked short is not sent unpacked by accident", { tag: "@campaign" }, async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/409/);
  const token = await adminSignedIn(shop);
  const { _id: productId } = await newProduct(shop, token);
  const shopper = await newShopper(shop);
  const ordered = { list_items: [{ productId, quantity: 2 }], addressId: await addressOf(shop, shopper) };
  const { _id, orderId } = (await shop.call(cashOnDelivery, ordered, shopper.token)).data;
  await shop.call(markPicked, { lines: [{ orderId: _id, position: 0, productId, mark: { found: 1, noneLeft: false } }] }, token);
  await shop.open("/dashboard/allorders");
  await page
    .getByRole("checkbox", { name: `Select order ${orderId}` })
    .filter({ visible: true })
    .check();
  await page.getByRole("button", { name: "Mark shipped" }).click();
  await expect(toast(page, "pack it first")).toBeVisible();
  await shop.open(`/dashboard/allorders/${orderId}`);
  await page.getByRole("button", { name: "Mark shipped" }).click();
  const question = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await expect(question).toContainText("1 item is marked missing, replaced or lighter");
  await shop.assertFits();
  await question.getByRole("button", { name: "Send it unpacked" }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole("main").getByText("SHIPPED", { exact: true })).toBeVisible();
});

test(`a whole day with a phone: ${ORDERS} orders, some paid and with a delivery time, picked, 3 short, 1 replaced, packed, sent, delivered and settled`, async ({
  shop,
  page,
}) => {
  test.setTimeout(240_000);
  const token = await adminSignedIn(shop);
  const [apples, pears, rice, plums] = [
    await newProduct(shop, token, { price: 4, stock: 60 }),
    await newProduct(shop, token, { price: 3, stock: 60 }),
    await newProduct(shop, token, { price: 2, stock: 60 }),
    await newProduct(shop, token, { price: 5, stock: 60, barcode: OTHER_BARCODE }),
  ];
  const list_items = [apples, pears, rice].map(({ _id: productId }) => ({ productId, quantity: 2 }));
  const inCash: string[] = [];
  while (inCash.length < ORDERS - TIMED) {
    const shopper = await newShopper(shop);
    const addressId = await addressOf(shop, shopper);
    for (let n = 0; n < 5; n++) inCash.push((await shop.call(cashOnDelivery, { list_items, addressId }, shopper.token)).data.orderId);
  }
  // The others are paid with PayPal, and have a delivery time.
  const time = {
    days: [0, 1, 2, 3, 4, 5, 6],
    from: "09:00",
    to: "12:00",
    capacity: TIMED,
    cutOff: { day: "before" as const, at: "18:00" },
  };
  await setPlan(shop, { on: true, zones: [{ ...ZONE, fee: 0, times: [time] }] });
  const payer = await newShopper(shop);
  const addressId = await addressOf(shop, payer);
  const { data: slots } = await shop.call(deliverySlots, { way: "delivery", postcode: QUAY.pincode, city: QUAY.city });
  const delivery = { way: "delivery" as const, slot: slots[0]!.id };
  const paid: string[] = [];
  while (paid.length < TIMED) paid.push(await ordersPaid(shop, payer, { list_items, addressId, delivery }));
  // Two of those that are short are paid, and one is not; the replaced one is paid.
  const numbers = [paid[0]!, paid[1]!, inCash[0]!, ...paid.slice(2), ...inCash.slice(1)];

  await shop.open("/dashboard/pick");
  await shop.assertFits();
  const group = page.getByRole("region", { name: `9 AM–12 PM · ${ZONE.name}` });
  // Other tests of this shop may have orders for this time, too.
  for (const number of paid) await expect(group.getByRole("checkbox", { name: `Pick order ${number}` })).toBeVisible();
  for (const number of numbers) await page.getByRole("checkbox", { name: `Pick order ${number}` }).check();
  await page.getByRole("button", { name: `Pick ${ORDERS} orders` }).click();
  const list = page.getByRole("article", { name: "Pick list" });
  const row = (name: string) => list.getByRole("checkbox", { name: `${2 * ORDERS} × ${name}` });
  await expect(row(apples.name)).toBeVisible();
  await shop.assertFits();
  await shop.assertAccessible();

  // Three are short, one is replaced by something more expensive.
  const chip = (number: string, name: string) => list.getByRole("button", { name: new RegExp(`^Order ${number}: 2 × ${name}`) });
  const dialog = page.getByRole("dialog");
  for (const number of numbers.slice(0, 3)) {
    await chip(number, apples.name).click();
    await dialog.getByRole("button", { name: "Found: one less" }).click();
    await dialog.getByRole("checkbox", { name: /None left/ }).uncheck();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
  }
  await chip(numbers[3]!, pears.name).click();
  await dialog.getByRole("button", { name: "Found: one less" }).click();
  await dialog.getByRole("button", { name: "Found: one less" }).click();
  await dialog.getByRole("checkbox", { name: /None left/ }).uncheck();
  // As some scanners read it.
  await dialog.getByLabel("Replace it with").fill(`0${OTHER_BARCODE}`);
  await dialog.getByRole("button", { name: new RegExp(plums.name) }).click();
  await shop.assertAccessible();
  await dialog.getByRole("button", { name: "Save" }).click();

  for (const { name } of [apples, pears, rice]) await row(name).check();
  await expect(list.getByText(`${LINES} of ${LINES} picked`)).toBeVisible();
  // A slip of the finger must not erase what is missing or replaced.
  for (const { name } of [apples, pears, rice]) await row(name).uncheck();
  await expect(list.getByText(`4 of ${LINES} picked`)).toBeVisible();
  for (const { name } of [apples, pears, rice]) await row(name).check();
  await expect(list.getByText(`${LINES} of ${LINES} picked`)).toBeVisible();
  // What was ticked and turns out to be missing is as gone from the shelf as what was not.
  await chip(numbers[4]!, apples.name).click();
  await dialog.getByRole("button", { name: "Found: one less" }).click();
  await expect(dialog.getByRole("checkbox", { name: /None left/ })).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(list.getByText(`${LINES} of ${LINES} picked`)).toBeVisible();
  await expect(chip(numbers[0]!, apples.name)).toContainText("1 of 2 found");
  await expect(chip(numbers[3]!, pears.name)).toContainText(`2 × ${plums.name} (${plums.unit}) instead`);

  for (const number of numbers) {
    await page.getByRole("button", { name: `Pack order ${number}` }).click();
    await dialog.getByRole("button", { name: "Pack order" }).click();
    await expect(dialog).toBeHidden();
    // The focus stays near the orders that are left.
    if (number !== numbers.at(-1)) await expect(page.getByRole("heading", { name: "Orders", level: 2 })).toBeFocused();
  }
  await expect(page.getByText("All packed")).toBeVisible();
  await expect(page.locator(":focus")).toContainText("All packed");
  const read = async (number: string) => (await shop.call(listAllOrders, { orderId: number }, token)).data[0]!;
  const full = (await read(numbers[4]!)).totalAmt;
  const moneyBack = async (number: string) => {
    const { data } = await shop.call(getOrder, { orderId: number }, payer.token);
    return data.timeline.filter(({ kind }) => kind === "DIFFERENCE DONE").map(({ after }) => after);
  };
  const { paid_price: apple } = (await read(numbers[4]!)).products[0]!.product_details;
  for (const number of numbers.slice(0, 3)) expect(toCents((await read(number)).totalAmt)).toBe(toCents(full) - toCents(apple));
  // What was paid for the missing apple goes back, once.
  for (const number of paid.slice(0, 2)) await expect.poll(() => moneyBack(number)).toEqual([apple.toFixed(2)]);
  for (const number of paid.slice(2)) expect(await moneyBack(number)).toEqual([]);
  // The replacement is more expensive, so it costs as much as what was ordered.
  expect((await read(numbers[3]!)).totalAmt).toBe(full);

  await page.getByRole("link", { name: "Bag labels" }).click();
  await expect(page.getByRole("list", { name: "Labels" }).getByRole("listitem")).toHaveCount(ORDERS);
  await shop.assertFits();
  await shop.assertPrintsOnA4(page.getByRole("list", { name: "Labels" }));

  await shop.open("/dashboard/allorders");
  for (const [step, chosen] of [
    ["Mark shipped", numbers],
    ["Mark delivered", numbers],
    ["Mark paid", inCash],
  ] as const) {
    for (const number of chosen)
      await page
        .getByRole("checkbox", { name: `Select order ${number}` })
        .filter({ visible: true })
        .check();
    // The buttons stay in view, however long the list is.
    await expect(page.getByRole("button", { name: step })).toBeInViewport({ ratio: 1 });
    await page.getByRole("button", { name: step }).click();
    await expect(toast(page, `${chosen.length} orders marked`)).toBeVisible();
    await expect(page.getByRole("region", { name: "Selected orders" })).toBeHidden();
  }
  await shop.open(`/dashboard/allorders/${numbers[3]}`);
  await expect(page.getByText(`Instead of ${pears.name}`)).toBeVisible();
  await expect(page.getByRole("main").getByText("DELIVERED", { exact: true })).toBeVisible();
  await expect(page.getByText(formatDollars(full)).first()).toBeVisible();
  await shop.open(`/dashboard/allorders/${numbers[0]}`);
  await expect(page.getByRole("main").getByText("PayPal · PAID")).toBeVisible();
  await expect(page.getByText(formatDollars(full - apple)).first()).toBeVisible();
});

/** Of a text, from 0 to 255. */
const brightness = (element: Element) =>
  Math.max(
    ...getComputedStyle(element)
      .color.match(/[\d.]+/g)!
      .slice(0, 3)
      .map(Number),
  );

test("a pick list prints on A4 with a box to tick and the quantity of each line, in the dark too, without canceled orders", async ({
  shop,
  page,
}) => {
  const token = await adminSignedIn(shop);
  const shelf = await newShelf(shop, token);
  const names = Array.from({ length: 30 }, (_, n) => `${newName("Test pickled gherkins in a large jar")} ${n}`);
  const products = [];
  for (const name of names) products.push(await newProduct(shop, token, { name, stock: 60 }, shelf));
  const shopper = await newShopper(shop);
  const addressId = await addressOf(shop, shopper);
  const list_items = products.map(({ _id: productId }) => ({ productId, quantity: 12 }));
  const place = async () => (await shop.call(cashOnDelivery, { list_items, addressId }, shopper.token)).data.orderId;
  const [first, second, canceled] = [await place(), await place(), await place()];
  await shop.call(cancelOrder, { orderId: canceled }, shopper.token);
  await page.emulateMedia({ colorScheme: "dark" });
  await shop.open(`/dashboard/pick?orders=${first},${second},${canceled}`);
  const list = page.getByRole("article", { name: "Pick list" });
  await expect(list.getByRole("checkbox")).toHaveCount(30);
  await list.getByRole("checkbox").first().check();
  await shop.assertPrintsOnA4(list);

  await page.setViewportSize({ width: 718, height: 1046 });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByText(canceled)).toBeHidden();
  for (const number of [first, second]) await expect(list.getByText(number, { exact: true })).toBeVisible();
  for (const name of LONG ? names : names.slice(-3)) {
    const row = page.getByRole("checkbox", { name: `24 × ${name}`, exact: true });
    const line = list.getByRole("listitem").filter({ has: row });
    const box = (await line.getByRole("checkbox").boundingBox())!;
    expect(box.width).toBeGreaterThan(10);
    const quantity = line.getByText("24", { exact: true });
    await expect(quantity).toBeVisible();
    expect(await quantity.evaluate(brightness)).toBeLessThan(100);
    const chip = line.getByRole("button").first();
    expect(await chip.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe("rgba(0, 0, 0, 0)");
  }
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(255, 255, 255)");
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)!.length).toBeLessThan(5);
});

test("a picker replaces loose goods by packed ones, and packed ones by loose ones", { tag: "@campaign" }, async ({ shop, page }) => {
  const token = await adminSignedIn(shop);
  const bags = await newProduct(shop, token, { name: newName("Test bags"), price: 3 });
  const { name: _, image, stock, price, unit, description, more_details } = bags;
  const shelves = { category: bags.category.map(({ _id }) => _id), subCategory: bags.subCategory.map(({ _id }) => _id) };
  const fields = { image, stock, price, unit, description, more_details, discount: 0, ...shelves };
  const weighed = { by: "weight" as const, grams: 100 };
  const loose = (await shop.call(createProduct, { ...fields, name: newName("Test loose nuts"), price: 10, weighed }, token)).data;
  const shopper = await newShopper(shop);
  const list_items = [
    { productId: loose._id, quantity: 5 },
    { productId: bags._id, quantity: 2 },
  ];
  const { orderId } = (await shop.call(cashOnDelivery, { list_items, addressId: await addressOf(shop, shopper) }, shopper.token)).data;
  await shop.open(`/dashboard/pick?orders=${orderId}`);
  const dialog = page.getByRole("dialog");
  const line = (words: string) => page.getByRole("button", { name: new RegExp(`^Order ${orderId}: ${words}`) });
  await line(`0.5 kg of ${loose.name}`).click();
  await dialog.getByLabel("Weight in grams").fill("0");
  await dialog.getByLabel("Replace it with").fill(bags.name);
  await dialog.getByRole("button", { name: new RegExp(bags.name) }).click();
  await dialog.getByRole("button", { name: "Pieces: one more" }).click();
  // Two bags of $2.70 for nuts of $5.
  await expect(dialog).toContainText("The shopper pays $5.00 for it.");
  await shop.assertFits();
  await shop.assertAccessible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(line(`0.5 kg of ${loose.name}, 0 kg found, 2 × ${bags.name}`)).toBeVisible();

  await line(`2 × ${bags.name}`).click();
  await dialog.getByRole("button", { name: "Found: one less" }).click();
  await dialog.getByRole("checkbox", { name: /None left/ }).uncheck();
  await dialog.getByLabel("Replace it with").fill(loose.name);
  await dialog.getByRole("button", { name: new RegExp(loose.name) }).click();
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await dialog.getByLabel("Its weight").fill("0.25");
  await expect(dialog).toContainText("The shopper pays $2.50 for it.");
  await shop.assertFits();
  await shop.assertAccessible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: `Pack order ${orderId}` }).click();
  await expect(dialog).toContainText("$10.20");
  await dialog.getByRole("button", { name: "Pack order" }).click();
  await expect(page.getByText("All packed")).toBeVisible();
});

test("what was picked of an order that is canceled is put back", { tag: "@campaign" }, async ({ shop, page }) => {
  const token = await adminToken(shop);
  const product = await newProduct(shop, token, { stock: 60 });
  const shopper = await newShopper(shop);
  const addressId = await addressOf(shop, shopper);
  const list_items = [{ productId: product._id, quantity: 2 }];
  const order = (await shop.call(cashOnDelivery, { list_items, addressId }, shopper.token)).data;
  const mark = { found: 2, noneLeft: false };
  await shop.call(markPicked, { lines: [{ orderId: order._id, position: 0, productId: product._id, mark }] }, token);
  await adminSignedIn(shop);
  await shop.open(`/dashboard/pick?orders=${order.orderId}`);
  await expect(page.getByText("1 of 1 picked").first()).toBeVisible();
  await shop.call(cancelOrder, { orderId: order.orderId }, shopper.token);
  await expect(page.getByRole("alert")).toContainText(`Canceled, leave it out: ${order.orderId}`);
  const back = page.getByRole("region", { name: "Put these items back" });
  await expect(back).toContainText(`2 × ${product.name}`);
  await shop.assertFits();
  await shop.assertAccessible();
  // It is not forgotten on the way to the next orders.
  await page.getByRole("link", { name: "Choose orders" }).first().click();
  await back.getByRole("button", { name: `All put back: order ${order.orderId}` }).click();
  await expect(back.getByText(order.orderId)).toBeHidden();
});
