import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#server/new-id.ts";
import { daily, setDelivery, slotsOf, zone } from "../../../../tests/support/delivery.ts";
import { addAddress, addProduct } from "../../../../tests/support/goods.ts";
import { inLanguage } from "#server/http/request-language.ts";
import { readDocument } from "../../../../tests/support/imports.ts";
import { makeAdmin, signUp } from "../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import type { DeliveryRequest } from "../../delivery/contract.ts";
import { listOrders, cashOnDelivery, type Order, type OrderStatus } from "../contract.ts";
import {
  deleteOrder,
  exportOrderLines,
  exportOrders,
  getAdminOrder,
  listAllOrders,
  listOrderSlots,
  type OrderFilters,
} from "./contract.ts";

const ZONE = "Pacific/Kiritimati"; // 14 hours ahead of UTC
const shop = await openTestShop({ SHOP_TIMEZONE: ZONE });
const { call } = shop;
const { db } = shop.shop.database;
const admin = await makeAdmin(shop);
const figs = await addProduct(shop, { name: "Figs", stock: 10_000 });

interface Given {
  at?: string;
  status?: OrderStatus;
  number?: string;
  delivery?: DeliveryRequest;
}

async function newShopper(name: string) {
  const { user, token } = await signUp(shop, { name });
  const addressId = await addAddress(shop, user._id);
  return {
    token,
    order: async (given: Given = {}): Promise<string> => {
      const list_items = [{ productId: figs, quantity: 1 }];
      const { body } = await call(cashOnDelivery, { list_items, addressId, delivery: given.delivery }, { token });
      const { _id, orderId } = body.data as Order;
      const { at, status = "PENDING", number = orderId } = given;
      await db.execute(sql`
        update customer_order set status = ${status}, number = ${number}, created_at = coalesce(${at ?? null}::timestamptz, created_at)
        where id = ${_id}`);
      return number;
    },
  };
}

type Query = Partial<Record<keyof OrderFilters | "before" | "limit", string>>;
const get = (orderId: string) => call(getAdminOrder, undefined, { token: admin.token, params: { orderId } });
const ask = (query: Query) => call(listAllOrders, query as never, { token: admin.token });
const found = async (query: Query): Promise<string[]> => {
  const { status, body } = await ask(query);
  expect(status).toBe(200);
  return body.data.map((order: Order) => order.orderId);
};

const ana = await newShopper("Ana María Torres");
const luis = await newShopper("Luis 100%_Vega");
const first = await ana.order({ at: "2026-03-01T09:59:59.999Z", number: "AAAA1111BBBB" }); // March 1, 23:59:59.999 in the shop
const second = await ana.order({ at: "2026-03-01T10:00:00Z", number: "CCCC2222AAAA", status: "SHIPPED" }); // March 2, 00:00
const third = await luis.order({ at: "2026-03-02T09:59:59.999Z", number: "DDDD3333EEEE", status: "DELIVERED" }); // March 2, 23:59:59.999
const fourth = await luis.order({ at: "2026-03-02T10:00:00Z", number: "FFFF4444GGGG", status: "COMPLETED" }); // March 3, 00:00
const all = [fourth, third, second, first];

const exported = async (query = "") => (await readDocument(shop, `${exportOrders.path}${query}`, admin.token)).split("\r\n");

test("the export has one line per filtered order, and nothing a spreadsheet would run", async () => {
  const [head, ...lines] = await exported();
  expect(head).toMatch(/^\uFEFForder,placed,shopper,status,.*,total,address,/);
  expect(lines.slice(0, -1).map((line) => line.slice(0, 12))).toEqual(all);
  expect(lines[3]).toBe(
    `${first},2026-03-01 23:59:59,Ana María Torres,PENDING,CASH ON DELIVERY,Cash on delivery,Figs × 1,1,2.50,2.50,12 Market Street,Lima,Lima,15001,Peru,'+51 999 999 999,0.00,,0.00,0.00,,,,,`,
  );
  expect(await exported("?status=SHIPPED")).toHaveLength(3);
  expect(await exported("?userName=nobody")).toHaveLength(2);
});

test("in Spanish, the export has its headings, statuses and ways to pay in Spanish", async () => {
  const [head, ...lines] = await inLanguage("es", () => exported());
  expect(head).toMatch(/^\uFEFFpedido,fecha,cliente,estado,estado del pago,medio de pago,productos,unidades,subtotal,total,dirección,/);
  expect(lines[3]).toContain("Ana María Torres,PENDIENTE,PAGO CONTRA ENTREGA,Pago contra entrega,Figs × 1,");
});

test("the export of lines has one line per product of the filtered orders", async () => {
  const file = await readDocument(shop, `${exportOrderLines.path}?status=SHIPPED`, admin.token);
  const [head, ...lines] = file.split("\r\n");
  expect(head).toBe(
    "\uFEFForder,placed,status,payment status,sku,product,brand,unit,pieces,list price,discount percent,price,total,coupon,to pay,grams,weight",
  );
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(
    /^[\dA-Z]{12},2026-\d\d-\d\d \d\d:\d\d:\d\d,SHIPPED,CASH ON DELIVERY,,Figs,,,1,2\.50,0,2\.50,2\.50,0\.00,2\.50,,$/,
  );
});

describe("API-25 the list of all orders", () => {
  test("has everyone's orders, newest first, with the specified fields", async () => {
    const { body } = await ask({});
    expect(body).toMatchObject({ success: true, error: false, message: "", next: null });
    expect(body.data.map((order: Order) => order.orderId)).toEqual(all);
    expect(body.data[3]).toMatchObject({
      orderId: first,
      userId: { name: "Ana María Torres" },
      status: "PENDING",
      payment_status: "CASH ON DELIVERY",
      metodoDePago: "Cash on delivery",
      totalAmt: 2.5,
      products: [{ quantity: 1, product_details: { name: "Figs" } }],
    });
  });

  test("ADM-10 empty filters match everything", async () => {
    expect(await found({ orderId: "", userName: "", startDate: "", endDate: "", status: "" })).toEqual(all);
    expect(await found({ orderId: "  ", userName: "  " })).toEqual(all);
  });

  test("ADM-10 finds an order by any part of its number, in any case, and by its _id", async () => {
    expect(await found({ orderId: "aaaa" })).toEqual([second, first]);
    expect(await found({ orderId: "A1" })).toEqual([first]);
    expect(await found({ orderId: "g" })).toEqual([fourth]);
    expect(await found({ orderId: "dddd3333eeee" })).toEqual([third]);
    expect(await found({ orderId: "dddd3333eeeef" })).toEqual([]);
    const { body } = await ask({ orderId: third });
    expect(await found({ orderId: body.data[0]._id })).toEqual([third]);
    expect(await found({ orderId: body.data[0]._id.toUpperCase() })).toEqual([third]);
  });

  test("ADM-10 finds orders by part of the shopper's name, in any case", async () => {
    expect(await found({ userName: "MARÍA" })).toEqual([second, first]);
    expect(await found({ userName: "vega" })).toEqual([fourth, third]);
    expect(await found({ userName: "a" })).toEqual(all);
    expect(await found({ userName: "nobody" })).toEqual([]);
    // Characters with a meaning in LIKE patterns match literally.
    expect(await found({ userName: "100%_" })).toEqual([fourth, third]);
    expect(await found({ userName: "%" })).toEqual([fourth, third]);
    expect(await found({ userName: "A_a" })).toEqual([]);
    expect(await found({ userName: "\\" })).toEqual([]);
  });

  test("ADM-10 both days are included, and are days in the shop's time zone", async () => {
    expect(await found({ startDate: "2026-03-02", endDate: "2026-03-02" })).toEqual([third, second]);
    expect(await found({ startDate: "2026-03-02" })).toEqual([fourth, third, second]);
    expect(await found({ endDate: "2026-03-01" })).toEqual([first]);
    expect(await found({ startDate: "2026-03-03", endDate: "2026-03-01" })).toEqual([]);
    expect(await found({ endDate: "9999-12-31" })).toEqual(all);
  });

  test("ADM-10 ADM-12 filters by each status", async () => {
    expect(await found({ status: "PENDING" })).toEqual([first]);
    expect(await found({ status: "SHIPPED" })).toEqual([second]);
    expect(await found({ status: "DELIVERED" })).toEqual([third]);
    expect(await found({ status: "COMPLETED" })).toEqual([fourth]);
    expect(await found({ status: "CANCELLED" })).toEqual([]);
  });

  test("ADM-10 filters combine", async () => {
    expect(await found({ userName: "ana", status: "SHIPPED" })).toEqual([second]);
    expect(await found({ userName: "ana", orderId: "aaaa", endDate: "2026-03-01" })).toEqual([first]);
    expect(await found({ userName: "luis", orderId: "aaaa" })).toEqual([]);
    expect(await found({ userName: "luis", startDate: "2026-03-03" })).toEqual([fourth]);
  });

  test.each([
    { startDate: "2026-02-30" },
    { startDate: "yesterday" },
    { endDate: "0000-01-01" },
    { endDate: "2026-3-1" },
    { status: "LOST" },
    { way: "drone" },
    { sort: "price" },
    { limit: "51" },
    { limit: "0" },
    { before: "x" },
  ])("%o is a 400 that names the field", async (query) => {
    const { status, body } = await ask(query);
    expect(status).toBe(400);
    expect(body.message).toContain(Object.keys(query)[0]);
  });

  test("pages have no gaps or duplicates, with any filter", async () => {
    for (const query of [{}, { userName: "a" }, { userName: "vega" }, { startDate: "2026-03-01" }] satisfies Query[]) {
      const pages: string[] = [];
      let before: string | null = null;
      do {
        const { body } = await ask({ ...query, limit: "1", ...(before && { before }) });
        pages.push(...body.data.map((order: Order) => order.orderId));
        before = body.next;
      } while (before);
      expect(pages).toEqual(await found(query));
    }
  });

  test("pages include orders placed at the same moment", async () => {
    const eva = await newShopper("Eva Same");
    const at = "2026-01-01T00:00:00Z";
    const numbers = [await eva.order({ at }), await eva.order({ at }), await eva.order({ at })].toReversed();
    const { body } = await ask({ userName: "eva same", limit: "2" });
    const rest = await found({ userName: "eva same", limit: "2", before: body.next });
    expect([...body.data.map((order: Order) => order.orderId), ...rest]).toEqual(numbers);
  });

  test("a name shared by more people than are looked up first is still found", async () => {
    const passwordHash = "x";
    await db.execute(sql`
      insert into user_account (id, name, email, password_hash)
      select md5(n::text), 'Common Name ' || n, n || '@common.example', ${passwordHash} from generate_series(1, 1100) n`);
    await db.execute(sql`
      insert into customer_order (id, number, user_id, status, payment_status, payment_method, subtotal_cents, total_cents, delivery_address, created_at)
      select md5('o' || n), 'ZZZZ' || lpad(n::text, 8, '0'), md5(n::text), 'SHIPPED', 'PENDING', 'Cash on delivery', 1, 1, '{}', '2025-01-01'::timestamptz + n * interval '1 s'
      from generate_series(1, 60) n`);
    await db.execute(sql`
      insert into order_line (order_id, position, product_id, quantity, name, list_cents, discount_hundredths, paid_cents)
      select md5('o' || n), 0, ${figs}, 1, 'Figs', 1, 0, 1 from generate_series(1, 60) n`);
    const page = await ask({ userName: "common name" });
    expect(page.body.data).toHaveLength(50);
    expect(page.body.data[0].orderId).toBe("ZZZZ00000060");
    expect(await found({ userName: "common name", before: page.body.next })).toHaveLength(10);
    expect(await found({ userName: "common name", orderId: "00000059" })).toEqual(["ZZZZ00000059"]);
  });
});

describe("API-25 one order", () => {
  test("is found by its number, in any case, or its _id, and includes its history", async () => {
    const { status, body } = await get(third.toLowerCase());
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ orderId: third, status: "DELIVERED", userId: { name: "Luis 100%_Vega" } });
    expect(body.data.timeline).toMatchObject([{ kind: "PLACED", who: "shopper", whoName: "" }]);
    expect((await get(body.data._id)).body).toEqual(body);
  });

  test("is a 400 for an invalid order number, and a 404 for an unknown one", async () => {
    expect(await get("12")).toMatchObject({ status: 400, body: { message: "orderId is not an order number" } });
    expect(await get("ABCDEFGH0000")).toMatchObject({ status: 404, body: { message: "Order not found" } });
    expect(await get(newId())).toMatchObject({ status: 404 });
  });
});

const own = (query: Query) => found({ userName: "eva slots", ...query });

test("orders are found, sorted and exported by their delivery times", async () => {
  const eva = await newShopper("Eva Slots");
  const [older, without] = [await eva.order({ status: "DELIVERED" }), await eva.order()];
  const collection = { address: "1 Shop Street", times: [daily(9, { from: "15:00", to: "17:00" })] };
  await setDelivery(shop, { zones: [zone({ times: [daily(9), daily(9, { from: "16:00", to: "18:00" })] })], collection });
  const [morning, afternoon, , nextAfternoon] = (await slotsOf(shop)).map(({ id }) => id) as [string, string, string, string];
  const [pickUp] = await slotsOf(shop, "collection");
  const late = await eva.order({ delivery: { way: "delivery", slot: nextAfternoon } });
  const sent = await eva.order({ delivery: { way: "delivery", slot: morning }, status: "SHIPPED" });
  const cancelled = await eva.order({ delivery: { way: "delivery", slot: morning }, status: "CANCELLED" });
  const collected = await eva.order({ delivery: { way: "collection", slot: pickUp!.id } });
  const overdue = await eva.order({ delivery: { way: "delivery", slot: afternoon } });
  await setDelivery(shop, { on: false });

  expect(await own({})).toEqual([overdue, collected, cancelled, sent, late, without, older]);
  expect(await own({ way: "collection" })).toEqual([collected]);
  expect(await own({ way: "delivery", status: "PENDING" })).toEqual([overdue, late]);
  expect(await own({ slot: morning })).toEqual([cancelled, sent]);
  expect(await own({ sort: "slot" })).toEqual([sent, cancelled, collected, overdue, late, without, older]);
  const slots = (await call(listOrderSlots, undefined, { token: admin.token })).body.data;
  expect(slots.map(({ id, orders }: { id: string; orders: number }) => [id, orders])).toEqual([
    [morning, 1],
    [pickUp!.id, 1],
    [afternoon, 1],
    [nextAfternoon, 1],
  ]);
  expect(slots[1]).toMatchObject({ way: "collection", zone: "", day: pickUp!.day, from: "15:00", to: "17:00" });

  // The list starts today; late orders are shown with a status of orders under way.
  await db.execute(sql`update customer_order set slot_starts_at = now() - interval '2 days' where number = ${overdue}`);
  expect(await own({ sort: "slot" })).not.toContain(overdue);
  expect(await own({ sort: "slot", status: "PENDING" })).toEqual([overdue, collected, late, without]);
  const pages: string[] = [];
  for (let before: string | null = ""; before !== null;) {
    const { body } = await ask({ userName: "eva slots", sort: "slot", limit: "1", ...(before && { before }) });
    pages.push(...body.data.map((order: Order) => order.orderId));
    before = body.next;
  }
  expect(pages).toEqual([sent, cancelled, collected, late, without, older]);

  const [, ...lines] = await exported("?sort=slot&status=PENDING");
  expect(lines.slice(1, 3)).toEqual([
    expect.stringMatching(`^${collected},.*,pickup,,${pickUp!.day},15:00,17:00$`),
    expect.stringMatching(`^${late},.*,delivery,Centro,\\d{4}-\\d\\d-\\d\\d,16:00,18:00$`),
  ]);
});

test("API-26 a deleted order disappears for admins, but not for its shopper", async () => {
  const rosa = await newShopper("Rosa Gone");
  const number = await rosa.order({ status: "DELIVERED" });
  const remove = () => call(deleteOrder, { orderId: number }, { token: admin.token });
  expect(await remove()).toMatchObject({ status: 200, body: { success: true, error: false, message: "Order deleted successfully" } });
  expect(await found({ userName: "rosa" })).toEqual([]);
  expect(await found({ orderId: number })).toEqual([]);
  expect(await get(number)).toMatchObject({ status: 404 });
  expect(await remove()).toMatchObject({ status: 404 });
  const { body } = await call(listOrders, {}, { token: rosa.token });
  expect(body.data).toMatchObject([{ orderId: number, status: "DELIVERED" }]);
});
