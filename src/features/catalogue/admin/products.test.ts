import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { listAdminChanges } from "#features/audit/contract.ts";
import { addToCart, getCart } from "#features/cart/contract.ts";
import { demoAddress } from "#features/files/demo-pictures.ts";
import { cashOnDelivery, listOrders } from "#features/orders/contract.ts";
import { searchProducts } from "#features/search/contract.ts";
import { indexProducts } from "#features/search/engine/index-products.ts";
import { addAddress, misreadUnits } from "../../../../tests/support/goods.ts";
import { makeAdmin, signUp } from "../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { home, listing, listProducts, productDetails, productsOfCategory, type Category, type HomeRow, type Product } from "../contract.ts";
import * as admin from "./contract.ts";
import * as shelves from "./shelves/contract.ts";
import { productToEdit } from "./find/contract.ts";

const shop = await openTestShop();
const { token, user } = await makeAdmin(shop);
const IMAGE = demoAddress({ icon: "red-apple", kind: "single", tint: "rose" });
const SHELF_IMAGE = demoAddress({ icon: "banana", kind: "single", tint: "butter" });
const UNKNOWN = "0".repeat(32);

const call: typeof shop.call = (endpoint, input) => shop.call(endpoint, input, { token });
const details = (productId: string) => shop.call(productDetails, { productId });

const newCategory = async (name: string) => (await call(shelves.addCategory, { name, image: SHELF_IMAGE })).body.data as Category;
const newShelf = async (name: string, category: Category[]) =>
  (await call(shelves.createSubCategory, { name, image: SHELF_IMAGE, category })).body.data as Category;
const whole = ({ _id, name, image }: Category) => ({ _id, name, image });

let fruit: Category, bakery: Category, apples: Category, pies: Category;
beforeAll(async () => {
  [fruit, bakery] = [await newCategory("Fruit"), await newCategory("Bakery")];
  [apples, pies] = [await newShelf("Apples", [fruit]), await newShelf("Pies", [bakery])];
});

const fields = () => ({
  name: "Gala Apple",
  image: [IMAGE],
  category: [fruit._id],
  subCategory: [apples._id],
  unit: "1 kg",
  stock: 12,
  price: 3.49,
  discount: 12.5,
  description: "Crisp.\nSweet.",
  more_details: { Origin: "Peru" },
});
async function newProduct(given: Partial<ReturnType<typeof fields>> & { sku?: string } = {}): Promise<Product> {
  const { status, body } = await call(admin.createProduct, { ...fields(), ...given });
  if (status !== 200) throw new Error(body.message);
  const { name_es: _name, unit_es: _unit, description_es: _text, more_details_es: _details, ...product } = body.data;
  return product;
}
let known: Product | undefined;
const NO_SPANISH = { name_es: "", unit_es: "", description_es: "", more_details_es: {} };
const SPANISH = { name_es: "Manzana Gala", unit_es: "1 kilo", description_es: "Crocante.\nDulce.", more_details_es: { Origen: "Perú" } };
const idsOf = (rows: Product[]) => rows.map(({ _id }) => _id);

/** Every list in which shoppers can see a product. */
const shown = async (_id: string, search: string) => {
  const lists = {
    listing: await shop.call(listing, { categoryId: fruit._id, subCategoryId: apples._id, limit: 50 }),
    category: await shop.call(productsOfCategory, { id: fruit._id }),
    newest: await shop.call(listProducts, { limit: 50 }),
    search: await shop.call(searchProducts, { search }),
    popular: await shop.call(searchProducts, { limit: 50 }),
  };
  const rows = (await shop.call(home)).body.data as HomeRow[];
  return {
    ...Object.fromEntries(Object.entries(lists).map(([name, { body }]) => [name, idsOf(body.data).includes(_id)])),
    home: rows.some(({ products }) => idsOf(products).includes(_id)),
    details: (await details(_id)).status === 200,
    sitemap: (await shop.app.inject(`/sitemap-products-${"0".repeat(32)}.xml`)).body.includes(_id),
  };
};
const everywhere = { listing: true, category: true, newest: true, search: true, popular: true, home: true, details: true, sitemap: true };
const nowhere = Object.fromEntries(Object.keys(everywhere).map((name) => [name, false]));

describe("API-15 adding a product", () => {
  test("API-15 API-31 stores every field and appears in every list immediately", async () => {
    await shown(UNKNOWN, "zwetschge");
    const more = {
      name: " Zwetschge ",
      sku: "ZW-1",
      brand: "Orchard",
      category: [fruit, fruit._id, bakery],
      subCategory: [apples, { _id: pies._id }],
    };
    const { status, body } = await call(admin.createProduct, { ...fields(), ...more });
    expect([status, body.message]).toEqual([200, "Product added"]);
    const { name_es, unit_es, description_es, more_details_es, ...data } = body.data;
    expect({ name_es, unit_es, description_es, more_details_es }).toEqual(NO_SPANISH);
    expect(data).toEqual({
      ...fields(),
      _id: expect.stringMatching(/^[0-9a-f]{32}$/),
      name: "Zwetschge",
      sku: "ZW-1",
      brand: "Orchard",
      version: 1,
      unit_price: { price: 3.05, per: "kg" },
      category: [bakery, fruit].map(whole),
      subCategory: [apples, pies].map(whole),
    });
    expect((await details(body.data._id)).body.data).toEqual(data);
    expect(await shown(body.data._id, "zwetschge")).toEqual(everywhere);
  });

  test("API-15 without a picture, the sub category's is shown but not stored as the product's own", async () => {
    const { image: _none, ...without } = fields();
    const { body } = await call(admin.createProduct, without);
    expect(body.data.image).toEqual([SHELF_IMAGE]);
    // Send the product back as a form filled from the response would.
    await call(admin.updateProduct, { ...body.data, price: 4 });
    await call(shelves.updateSubCategory, { _id: apples._id, name: apples.name, image: IMAGE, category: [fruit._id] });
    expect((await details(body.data._id)).body.data).toMatchObject({ image: [IMAGE], price: 4 });
    await call(shelves.updateSubCategory, { _id: apples._id, name: apples.name, image: SHELF_IMAGE, category: [fruit._id] });
  });

  test.each([
    [{ name: " " }, "name is required"],
    [{ name: "x".repeat(251) }, "name is wrong: expected string to have <=250 characters"],
    [{ unit: "" }, "unit is required"],
    [{ description: undefined }, "description is required"],
    [{ description: "x".repeat(20_001) }, "description is wrong: expected string to have <=20000 characters"],
    [{ stock: undefined }, "stock is required"],
    [{ stock: "many" }, "stock is wrong: expected number, received string"],
    [{ stock: 1.5 }, "stock must be a whole number from 0 to 1000000"],
    [{ stock: -1 }, "stock must be a whole number from 0 to 1000000"],
    [{ stock: 1_000_001 }, "stock must be a whole number from 0 to 1000000"],
    [{ price: undefined }, "price is required"],
    [{ price: 0 }, "price must be 0.01 to 99999.99 with at most two decimals"],
    [{ price: 100_000 }, "price must be 0.01 to 99999.99 with at most two decimals"],
    [{ price: 1.005 }, "price must be 0.01 to 99999.99 with at most two decimals"],
    [{ price: 1e-7 }, "price must be 0.01 to 99999.99 with at most two decimals"],
    [{ discount: undefined }, "discount is required"],
    [{ discount: 100 }, "discount must be 0 to 99.99 with at most two decimals"],
    [{ discount: -5 }, "discount must be 0 to 99.99 with at most two decimals"],
    [{ category: [] }, "category is required"],
    [{ subCategory: undefined }, "subCategory is required"],
    [{ subCategory: ["x"] }, "subCategory.0 is not an id"],
    [{ image: "apple.png" }, "image is wrong: expected array, received string"],
    [{ image: ["data:image/png;base64,AAAA"] }, "image must be the address of an uploaded picture or an https address"],
    [{ image: Array(21).fill(IMAGE) }, "image is wrong: expected array to have <=20 items"],
    [{ more_details: { Origin: "" } }, "more_details.Origin is required"],
    [{ more_details: { Origin: 7 } }, "more_details.Origin is wrong: expected string, received number"],
    [
      { more_details: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`Field ${n}`, "x"])) },
      "more_details has more than 50 fields",
    ],
    [{ sku: "x".repeat(101) }, "sku is wrong: expected string to have <=100 characters"],
  ])("API-15 API-20 ADM-7 %o is a 400: %s", async (wrong, message) => {
    const sent = { ...fields(), ...wrong } as never;
    const refused = { status: 400, body: { success: false, error: true, message } };
    expect(await call(admin.createProduct, sent)).toMatchObject(refused);
    known ??= await newProduct();
    expect(await call(admin.updateProduct, { ...(sent as object), _id: known._id } as never)).toMatchObject(refused);
    expect((await details(known._id)).body.data).toEqual(known);
  });

  test("API-15 an unknown category or sub category is a 404", async () => {
    expect(await call(admin.createProduct, { ...fields(), category: [UNKNOWN] })).toMatchObject({
      status: 404,
      body: { message: "Category not found" },
    });
    const { status, body } = await call(admin.createProduct, { ...fields(), subCategory: [apples._id, UNKNOWN] });
    expect([status, body.message]).toEqual([404, "Sub category not found"]);
  });

  test("API-15 a sku is unique among products that are not deleted; an empty sku means none", async () => {
    const first = await newProduct({ name: "First", sku: "SKU-7" });
    const refused = { status: 409, body: { message: "The sku SKU-7 belongs to First" } };
    expect(await call(admin.createProduct, { ...fields(), sku: "SKU-7" })).toMatchObject(refused);
    const second = await newProduct({ sku: "  " });
    expect(second.sku).toBeNull();
    expect(await call(admin.updateProduct, { ...second, sku: "SKU-7" })).toMatchObject(refused);
    await call(admin.deleteProduct, { _id: first._id });
    expect((await call(admin.updateProduct, { ...second, sku: "SKU-7" })).body.data.sku).toBe("SKU-7");
    expect(await call(admin.restoreProduct, { _id: first._id })).toMatchObject({ status: 409 });
  });
});

describe("API-20 changing a product", () => {
  test("API-20 changes every field, visible to shoppers immediately; fields older clients omit are left alone", async () => {
    const { _id } = await newProduct({ sku: "OLD-1" });
    await shown(_id, "gala");
    const sent = {
      _id,
      name: "Apple Pie",
      image: [],
      category: [bakery._id],
      subCategory: [pies._id],
      unit: "1 piece",
      stock: 0,
      price: 7,
      discount: 0,
      description: "Warm.",
      more_details: {},
    };
    const { body } = await call(admin.updateProduct, sent);
    expect(body.message).toBe("Product updated");
    expect(body.data).toMatchObject({
      ...sent,
      image: [SHELF_IMAGE],
      category: [{ _id: bakery._id }],
      subCategory: [{ _id: pies._id }],
      version: 2,
    });
    expect(body.data.sku).toBe("OLD-1");
    expect(body.data).toMatchObject((await details(_id)).body.data);
    expect(await shown(_id, "pie")).toEqual({ ...everywhere, listing: false, category: false });
    expect(idsOf((await shop.call(searchProducts, { search: "gala" })).body.data)).not.toContain(_id);
    expect(idsOf((await shop.call(productsOfCategory, { id: bakery._id })).body.data)).toContain(_id);
    expect(await misreadUnits(shop)).toEqual([]);
  });

  test("API-20 when two admins edit one product, the second is told and nothing is overwritten", async () => {
    const read = await newProduct();
    expect((await call(admin.updateProduct, { ...read, price: 5 })).status).toBe(200);
    const second = await call(admin.updateProduct, { ...read, price: 6 });
    expect(second).toMatchObject({
      status: 409,
      body: { message: "This product has been changed since you opened it. Reload it and try again." },
    });
    expect(second.body.data).toMatchObject({ _id: read._id, price: 5, version: 2 });
    expect((await details(read._id)).body.data.price).toBe(5);
  });

  test("API-20 of many concurrent saves of the same version, one succeeds", async () => {
    const read = await newProduct();
    const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => call(admin.updateProduct, { ...read, price: n + 1 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await details(read._id)).body.data.version).toBe(2);
  });

  test("API-20 pieces sold while the form is open stay sold", async () => {
    const read = await newProduct({ stock: 10 });
    const buyer = await signUp(shop);
    const addressId = await addAddress(shop, buyer.user._id);
    const list_items = [{ productId: read._id, quantity: 3 }];
    expect((await shop.call(cashOnDelivery, { list_items, addressId }, { token: buyer.token })).status).toBe(200);
    const save = (stock: number) => call(admin.updateProduct, { ...read, version: undefined, stock, stockWas: 10 });
    expect((await save(10)).body.data.stock).toBe(7);
    expect((await save(30)).body.data.stock).toBe(27);
    expect(await call(admin.updateProduct, { ...read, version: undefined, stock: 0, stockWas: 28 })).toMatchObject({
      status: 409,
      body: { message: "stock cannot fall by 28: 27 are left" },
    });
    expect((await call(admin.updateProduct, { ...read, version: undefined, stock: 4 })).body.data.stock).toBe(4);
  });

  test("API-20 an unknown product is a 404, an invalid id a 400", async () => {
    expect((await call(admin.updateProduct, { ...fields(), _id: UNKNOWN })).body.message).toBe("Product not found");
    expect((await call(admin.updateProduct, { ...fields(), _id: "7" })).body.message).toBe("_id is not an id");
    expect((await call(admin.deleteProduct, { _id: UNKNOWN })).status).toBe(404);
  });

  test("API-16 ADM-8 admins also find sold-out products, with every editable field", async () => {
    const product = await newProduct({ name: "Rare Quince", stock: 0, sku: "Q-1" });
    const { body } = await call(listProducts, { search: "quince", page: 1, limit: 12 });
    expect(body).toMatchObject({ totalNoPage: 1, data: [product] });
  });
});

describe("API-20 deleting a product", () => {
  test("API-20 a deleted product leaves the shop and all carts immediately, and restoring brings it back everywhere", async () => {
    const { _id } = await newProduct({ name: "Mirabelle" });
    const buyer = await signUp(shop);
    const addressId = await addAddress(shop, buyer.user._id);
    await shop.call(addToCart, { productId: _id }, { token: buyer.token });
    const list_items = [{ productId: _id, quantity: 1 }];
    await shop.call(cashOnDelivery, { list_items, addressId }, { token: buyer.token });
    await shop.call(addToCart, { productId: _id }, { token: buyer.token });
    expect(await shown(_id, "mirabelle")).toEqual(everywhere);

    expect((await call(admin.deleteProduct, { _id })).body.message).toBe("Product deleted");
    expect(await shown(_id, "mirabelle")).toEqual(nowhere);
    expect((await shop.call(getCart, undefined, { token: buyer.token })).body.data).toEqual([]);
    expect((await shop.call(cashOnDelivery, { list_items, addressId }, { token: buyer.token })).status).toBe(409);
    const [order] = (await shop.call(listOrders, {}, { token: buyer.token })).body.data;
    expect(order.products[0].product_details).toMatchObject({ name: "Mirabelle", image: [IMAGE], unit_price: 3.49 });
    expect((await call(admin.updateProduct, { ...fields(), _id })).status).toBe(404);
    expect((await call(admin.listDeleted, { kind: "product" })).body.data[0]).toMatchObject({
      _id,
      name: "Mirabelle",
      image: IMAGE,
      by: user.name,
    });

    const { body } = await call(admin.restoreProduct, { _id });
    expect(body).toMatchObject({ message: "Product restored", data: { _id, category: [{ _id: fruit._id }] } });
    expect(await shown(_id, "mirabelle")).toEqual(everywhere);
    expect((await call(admin.restoreProduct, { _id })).body.message).toBe("This product is not deleted");
  });

  test("API-20 a product cannot be restored before its shelf", async () => {
    const [shelf] = [(await call(shelves.createSubCategory, { name: "Short-lived", image: IMAGE, category: [fruit._id] })).body.data];
    const { _id } = await newProduct({ subCategory: [shelf._id] });
    await call(admin.deleteProduct, { _id });
    await call(shelves.deleteSubCategory, { _id: shelf._id });
    const { status, body } = await call(admin.restoreProduct, { _id });
    expect([status, body.message]).toEqual([409, "Please restore the sub category of Gala Apple first: Short-lived"]);
    await call(shelves.restoreSubCategory, { _id: shelf._id });
    expect((await call(admin.restoreProduct, { _id })).status).toBe(200);
  });

  test("API-20 after 30 days a product cannot be restored", async () => {
    const { _id } = await newProduct();
    await call(admin.deleteProduct, { _id });
    await shop.shop.database.db.execute(sql`update product set deleted_at = now() - interval '31 days' where id = ${_id}`);
    expect((await call(admin.restoreProduct, { _id })).body.message).toBe("This product was deleted more than 30 days ago");
  });
});

test("API-20 the history lists who changed a product, with before and after, in pages", async () => {
  const product = await newProduct();
  await call(admin.updateProduct, { ...product, price: 9.99, subCategory: [pies._id] });
  const [change] = (await call(listAdminChanges, { kind: "product", id: product._id })).body.data;
  expect(change).toMatchObject({ action: "changed", by: { _id: user._id, name: user.name }, thingName: "Gala Apple" });
  expect(change.before).toEqual({ price: 3.49, subCategory: [{ _id: apples._id, name: "Apples" }] });
  expect(change.after).toEqual({ price: 9.99, subCategory: [{ _id: pies._id, name: "Pies" }] });

  for (let price = 1; price <= 60; price++) await call(admin.updateProduct, { ...product, version: undefined, price });
  const seen: string[] = [];
  for (let before: string | undefined; ;) {
    const { body } = await call(listAdminChanges, { kind: "product", ...(before ? { before } : {}) });
    seen.push(...body.data.map((one: { _id: string }) => one._id));
    if (!body.next) break;
    before = body.next;
  }
  expect(seen.length).toBeGreaterThan(50);
  expect([...new Set(seen)].toSorted((a, b) => (a < b ? 1 : -1))).toEqual(seen);
});

test("API-32 ADM-14 a former admin's token is refused", async () => {
  const former = await makeAdmin(shop);
  await shop.shop.database.db.execute(sql`update user_account set role = 'USER' where id = ${former.user._id}`);
  for (const endpoint of Object.values(admin).filter((value): value is typeof admin.deleteProduct => "path" in Object(value))) {
    const { status, body } = await shop.call(endpoint, {} as never, { token: former.token });
    expect([endpoint.path, status, body.message]).toEqual([endpoint.path, 403, "Do not have permission"]);
  }
});

const toEdit = async (productId: string) => (await call(productToEdit, { productId })).body.data;

describe("Spanish texts", () => {
  test("API-15 API-20 are stored beside the English ones, left alone when omitted, and recorded", async () => {
    const { body } = await call(admin.createProduct, { ...fields(), ...SPANISH, name_es: " Manzana\u202eGala\n" });
    expect(body.data).toMatchObject({ ...SPANISH, name: "Gala Apple", unit: "1 kg", unit_price: { per: "kg" } });
    const { _id, version } = body.data;
    expect(await toEdit(_id)).toMatchObject({ ...SPANISH, name: "Gala Apple" });
    expect((await details(_id)).body.data).toMatchObject({ name: "Gala Apple", name_es: "Manzana Gala" });

    await call(admin.updateProduct, { _id, ...fields(), version, price: 4 });
    expect(await toEdit(_id)).toMatchObject({ ...SPANISH, price: 4 });
    const { body: emptied } = await call(admin.updateProduct, { _id, ...fields(), ...NO_SPANISH, name_es: "Manzana" });
    expect(emptied.data).toMatchObject({ ...NO_SPANISH, name_es: "Manzana" });
    const [last, , first] = (await call(listAdminChanges, { id: _id })).body.data;
    expect(first.after).toMatchObject(SPANISH);
    expect(last).toMatchObject({ before: { name_es: "Manzana Gala", unit_es: "1 kilo" }, after: { name_es: "Manzana" } });

    await call(admin.deleteProduct, { _id });
    expect((await call(admin.listDeleted, { kind: "product" })).body.data[0]).toMatchObject({ _id, name_es: "Manzana" });
    expect((await call(admin.restoreProduct, { _id })).body.data).toMatchObject({ name_es: "Manzana" });
  });

  test("API-15 what a client reads under /es and sends back there leaves the English texts alone", async () => {
    const { body } = await call(admin.createProduct, { ...fields(), unit: "pack of 6", ...SPANISH, unit_es: "" });
    const { _id } = body.data;
    const english = { name: "Gala Apple", unit: "pack of 6", description: "Crisp.\nSweet.", more_details: { Origin: "Peru" } };
    const read = async () => (await shop.call(productDetails, { productId: _id }, { spoken: "es" })).body.data;
    const send = async (change: Partial<Product>) => {
      const { name_en: _name, category, subCategory, ...shownNow } = await read();
      const there = { ...shownNow, category: idsOf(category), subCategory: idsOf(subCategory), ...change };
      expect(await shop.call(admin.updateProduct, there, { token, spoken: "es" })).toMatchObject({ status: 200 });
      return toEdit(_id);
    };

    expect(await read()).toMatchObject({ name: "Manzana Gala", unit: "pack de 6", more_details: { Origen: "Perú" } });
    expect(await send({ price: 4 })).toMatchObject({ ...english, ...SPANISH, unit_es: "", price: 4 });
    const changes = { name: "Manzana Gala roja", unit: "seis", more_details: { Origen: "Tacna" } };
    const spanish = { name_es: "Manzana Gala roja", unit_es: "seis", more_details_es: { Origen: "Tacna" } };
    expect(await send(changes)).toMatchObject({ ...english, ...SPANISH, ...spanish });
    // English texts that were read elsewhere are recognized, too.
    expect(await send(english)).toMatchObject({ ...english, ...SPANISH, ...spanish });
  });

  test("API-15 with its Spanish text beside it, a text is English under /es too", async () => {
    const { _id } = (await call(admin.createProduct, { ...fields(), ...SPANISH })).body.data;
    await shop.call(admin.updateProduct, { _id, ...fields(), ...SPANISH, name: "Gala", name_es: "Gala roja" }, { token, spoken: "es" });
    expect(await toEdit(_id)).toMatchObject({ ...SPANISH, name: "Gala", name_es: "Gala roja", description: "Crisp.\nSweet." });
    const added = await shop.call(admin.createProduct, fields(), { token, spoken: "es" });
    expect(added.body.data).toMatchObject({ ...NO_SPANISH, name: "Gala Apple" });
  });

  test.each([
    [{ name_es: "x".repeat(251) }, "name_es is wrong: expected string to have <=250 characters"],
    [{ unit_es: "x".repeat(101) }, "unit_es is wrong: expected string to have <=100 characters"],
    [{ description_es: "x".repeat(20_001) }, "description_es is wrong: expected string to have <=20000 characters"],
    [{ more_details_es: { Origen: " " } }, "more_details_es.Origen is required"],
  ])("API-15 have the limits of the English ones: %o", async (wrong, message) => {
    expect(await call(admin.createProduct, { ...fields(), ...wrong })).toMatchObject({ status: 400, body: { message } });
  });
});

test("after every change, the search index holds what indexing the product anew would write", async () => {
  const { db } = shop.shop.database;
  const kept = async (id: string) =>
    (
      await db.execute(sql`
        select s.name_words, s.head_text, s.head_text_es, s.department, s.text_hash, array(
          select concat(p.word, ' ', p.impact) from search_posting p where p.no = s.no order by 1) as postings
        from search_product s where s.product_id = ${id}`)
    ).rows;
  const { _id } = await newProduct();
  await db.execute(sql`update product set type = 'fruit' where id = ${_id}`);
  const changes = [
    { ...SPANISH, name: "Braeburn Apple", brand: "Orchard" },
    { category: [bakery._id], subCategory: [pies._id] },
    { hidden: true },
    { hidden: false },
  ];
  for (const change of changes) {
    expect((await call(admin.updateProduct, { _id, ...fields(), ...change })).status).toBe(200);
    const written = await kept(_id);
    await db.execute(sql`delete from search_product where product_id = ${_id}`);
    await shop.shop.database.transact(({ tx }) => indexProducts(tx, [_id]));
    expect(written).toEqual(await kept(_id));
    expect(written).toHaveLength("hidden" in change && change.hidden ? 0 : 1);
  }
  const before = await kept(_id);
  await call(admin.deleteProduct, { _id });
  expect(await kept(_id)).toEqual([]);
  await call(admin.restoreProduct, { _id });
  expect(await kept(_id)).toEqual(before);
});
