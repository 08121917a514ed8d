import { login } from "#features/account/contract.ts";
import { addToCart } from "#features/cart/contract.ts";
import type { Product } from "#features/catalogue/contract.ts";
import { sendImport } from "#features/catalogue/import/contract.ts";
import { fileComplaint, listComplaints } from "#features/complaints/contract.ts";
import { sendMessage } from "#features/contact/contract.ts";
import { addCoupon } from "#features/coupons/contract.ts";
import { listCustomers } from "#features/customers/contract.ts";
import { changePlan, readPlan } from "#features/delivery/contract.ts";
import { createList, setListLine } from "#features/lists/contract.ts";
import { markPicked, packOrder, pickList } from "#features/pick/contract.ts";
import { changeSettings, readSettings } from "#features/shop/settings/contract.ts";
import { newId } from "#server/new-id.ts";
import type { ReplyOf } from "#shared/endpoint.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { paths } from "#web/paths.ts";
import { ADMIN } from "./own-shop.ts";
import type { ShopPage } from "./shop.ts";
import { addressOf, newShopper, orders, QUAY, type Shopper } from "./shopper.ts";

/** What fills a shop, if not the usual. */
interface Filling {
  /** What people type wherever they may. */
  text?: string;
  products?: readonly Product[];
  shelf?: Pick<Awaited<ReturnType<ShopPage["longShelf"]>>, "category" | "subCategory">;
}

/** A shop in which every page has something to show. */
export interface Filled {
  shopper: Shopper;
  admin: Pick<Shopper, "token" | "refreshToken">;
  orderNumber: string;
  /** An order that is in bags. */
  packedNumber: string;
  /** The address of a listing. */
  listing: string;
  /** The values for the parameters of routes. Where there are several, each is tried. */
  values: Record<string, readonly string[]>;
  /** The queries of pages that need one. Where there are several, each is tried. */
  queries: Record<string, readonly string[]>;
  /** What people typed. */
  typed: string[];
}

const COMPLAINT = {
  name: "José Ñahui Peña",
  documentType: "DNI",
  documentNumber: "12345678",
  address: "Jr. Unión 200, Lima",
  phone: "999 888 777",
  email: "jose@shop.example",
  good: "product",
  amount: 24.9,
  description: "Arroz",
  kind: "reclamo",
  detail: "Faltaba la mitad.",
  request: "Quiero mi arroz.",
  accepted: true,
} as const;
const SELLER = { legalName: "Bodega Sur S.A.C.", taxId: "20100070970", address: "Av. Arequipa 100, Lima" };
const LIST = "Para la semana";
const ZONE = "Centro";
const SEARCH = "rice";
const FILE = "arroz";

/** Switches on what is off by default, and lets a shopper order, save, write and complain. */
export async function fillShop(shop: ShopPage, { text, products, shelf }: Filling = {}): Promise<Filled> {
  const { data: tokens } = await shop.call(login, ADMIN);
  const admin = { token: tokens.accesstoken, refreshToken: tokens.refreshToken };
  const complaintKey = await complain(shop, admin.token, text);

  const shopper = await newShopper(shop, text);
  const goods = products ?? [await shop.product()];
  const lines = goods.map(({ _id }) => ({ productId: _id, quantity: 1 }));
  const addressId = await addressOf(shop, shopper, text);
  const orderNumber = await orders(shop, shopper, lines, addressId);
  const packedNumber = await orders(shop, shopper, lines, addressId);
  await pack(shop, packedNumber, admin.token);
  const list = newId();
  await shop.call(createList, { _id: list, name: text ?? LIST, lines }, shopper.token);
  for (const line of lines) {
    await shop.call(addToCart, { productId: line.productId }, shopper.token);
    await shop.call(setListLine, { _id: "favorites", ...line }, shopper.token);
  }
  await deliver(shop, admin.token, text);
  const message = { name: shopper.name, email: shopper.email, subject: text ?? LIST, message: text ?? LIST };
  await shop.call(sendMessage, message, shopper.token);
  const coupon = { kind: "percent", value: 10, minimum: 0, shelf: null, startsOn: null, endsOn: null, maxUses: null } as const;
  await shop.call(addCoupon, { ...coupon, code: "LIMA10", maxUsesPerPerson: null, firstOrderOnly: false, active: true }, admin.token);

  const { category, subCategory } = shelf ?? (await shop.longShelf());
  const listing = paths.listing(category, subCategory);
  const customers = await shop.call(listCustomers, { search: shopper.email }, admin.token);
  const complaints = await shop.call(listComplaints, {}, admin.token);
  const [, ofCategory = "", ofSubCategory = ""] = listing.split("/");
  return {
    shopper,
    admin,
    orderNumber,
    packedNumber,
    listing,
    values: {
      list: [list],
      orderNumber: [orderNumber],
      customerId: [customers.data[0]!._id],
      product: goods.map((one) => paths.product(one).split("/").at(-1)!),
      category: [ofCategory],
      subCategory: [ofSubCategory],
      "complaintId?": ["", complaints.data[0]!._id],
      "importId?": ["", await sendFile(shop, admin.token, text)],
      "group?": ["", "home", "texts", "sales", "orders", "connections", "emails", "complaints-book"],
      "hoja?": ["", `hoja#${complaintKey}`],
    },
    queries: {
      [pathOf(adminPaths.orderPapers([], "invoices"))]: [
        adminPaths.orderPapers([packedNumber], "invoices"),
        adminPaths.orderPapers([packedNumber], "packing-slips"),
      ].map(queryOf),
      [adminPaths.pick()]: ["", queryOf(adminPaths.pick([orderNumber]))],
      [pathOf(adminPaths.bagLabels([]))]: [queryOf(adminPaths.bagLabels([packedNumber]))],
      [paths.search()]: ["", `?q=${SEARCH}`],
    },
    typed: [
      // "Admin" and "Sam Shopper" are names of accounts.
      ...["Admin", "Sam Shopper", "LIMA10", LIST, FILE, ZONE, SEARCH, shopper.name, shopper.email, ADMIN.email, orderNumber],
      ...Object.values(QUAY),
      ...Object.values(SELLER),
      ...Object.values(COMPLAINT).map(String),
    ],
  };
}

/** Switches the complaints book on, and files a complaint. @returns its key */
export async function complain(shop: ShopPage, token: string, text?: string): Promise<string> {
  const was = (await shop.call(readSettings, undefined, token)).data.settings;
  await shop.call(changeSettings, { changes: { complaintsBook: true, ...SELLER, ...(text && { legalName: text }) }, was }, token);
  const typed = text && { name: text, address: text, description: text, detail: text, request: text };
  return (await shop.call(fileComplaint, { ...COMPLAINT, ...typed })).data.key;
}

/** Uploads a file of products. @returns the import's id */
async function sendFile(shop: ShopPage, token: string, text = FILE): Promise<string> {
  const cell = `"${text.replaceAll('"', '""')}"`;
  const file = { name: `${text}.csv`, mimeType: "text/csv", buffer: Buffer.from(`${cell},"2"\n${cell},${cell}\n`) };
  const sent = await shop.page.request.post(sendImport.path, { multipart: { file }, headers: { authorization: `Bearer ${token}` } });
  return ((await sent.json()) as ReplyOf<typeof sendImport>).data._id; // shaped by the contract
}

const pathOf = (address: string) => address.split("?")[0]!;
const queryOf = (address: string) => `?${address.split("?")[1]}`;

/** Packs an order into two bags. */
async function pack(shop: ShopPage, number: string, token: string): Promise<void> {
  const { lines } = (await shop.call(pickList, { orderIds: number }, token)).data;
  const marked = lines.map(({ _id: orderId, position, productId, quantity }) => ({
    ...{ orderId, position, productId },
    mark: { found: quantity, noneLeft: false },
  }));
  await shop.call(markPicked, { lines: marked }, token);
  await shop.call(packOrder, { orderId: number, bags: 2 }, token);
}

async function deliver(shop: ShopPage, token: string, name = ZONE): Promise<void> {
  const everyDay = [0, 1, 2, 3, 4, 5, 6];
  const times = [{ days: everyDay, from: "09:00", to: "12:00", capacity: 5, cutOff: { day: "before", at: "18:00" } as const }];
  const zone = { name, areas: ["150*"], fee: 3.5, freeFrom: 500, minimum: 1, times };
  const plan = { on: true, zones: [zone], collection: { address: "Av. Arequipa 100\nLima", times }, exceptions: [] };
  const { version } = (await shop.call(readPlan, undefined, token)).data;
  await shop.call(changePlan, { plan, version }, token);
}
