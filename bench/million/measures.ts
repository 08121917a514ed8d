import { existsSync } from "node:fs";
import { listing, listProducts, listSubCategories } from "#features/catalogue/contract.ts";
import { ADMIN_SORTS, findProducts, type ProductFilter, type AdminSort } from "#features/catalogue/admin/find/contract.ts";
import { listAdminChanges, listChangers } from "#features/audit/contract.ts";
import { findAnything } from "#features/back-office/contract.ts";
import { listComplaints } from "#features/complaints/contract.ts";
import { INBOX_LISTS, listMessages } from "#features/contact/contract.ts";
import { CUSTOMER_SORTS, listCustomers } from "#features/customers/contract.ts";
import * as dashboard from "#features/dashboard/contract.ts";
import { listAllOrders, listOrderSlots } from "#features/orders/admin/contract.ts";
import { ORDER_STATUSES } from "#features/orders/contract.ts";
import { unsettledPayments } from "#features/payments/refunds/contract.ts";
import { searchReport } from "#features/search/report/contract.ts";
import { listStaff } from "#features/staff/contract.ts";
import { searchProducts } from "#features/search/contract.ts";
import type { Endpoint, InputOf } from "#shared/endpoint.ts";
import { everydayDemo } from "../search/everyday.ts";
import { readQueries } from "../search/judge.ts";

/** Calls that are made one after the other, and what their slow ones may take. */
export interface Measure {
  name: string;
  calls: (() => Promise<unknown>)[];
  /** Most milliseconds of 95 in 100 calls. */
  goal: number;
}

/** Whose current access token a call is made with. */
interface LoggedIn {
  readonly token: string;
}

/** Makes a call whose response is not cached. What the process remembers of the search index and of products stays. */
export type Ask = <E extends Endpoint>(endpoint: E, input?: InputOf<E>, by?: LoggedIn) => Promise<ReturnType<E["reply"]["parse"]>>;

const PAGE = 12;
/** The page of the whole list that the shop must reach, if it has as many. */
const DEEP_PAGE = 60_000;
/** What a page of the back office's grid shows. */
const GRID = 50;

/** @param queries the file of judged queries; the everyday ones of the demo catalogue are asked if it is missing */
export async function readMeasures(ask: Ask, admin: LoggedIn, queries: string): Promise<Measure[]> {
  const asked = (existsSync(queries) ? readQueries(queries) : everydayDemo()).map(({ query }) => query);
  const short = [
    ...new Set(asked.flatMap((text) => text.toLowerCase().split(/\s+/)).flatMap((word) => [word.slice(0, 1), word.slice(0, 2)])),
  ];
  const begun = short.filter((text) => /^\p{L}+$/u.test(text));
  const search =
    (text: string, choices = false) =>
    () =>
      ask(searchProducts, { search: text, limit: PAGE, ...(choices && { choices }) });

  const { data: shelves } = await ask(listSubCategories);
  const listings = shelves.flatMap(({ _id, category }) => category.map((one) => ({ categoryId: one._id, subCategoryId: _id })));
  const sizes = await Promise.all(listings.map(async (one) => ({ ...one, pages: (await ask(listing, one)).totalPage })));
  const full = sizes.filter(({ pages }) => pages > 0);
  const list =
    ({ pages: _pages, ...one }: (typeof full)[number], more: object = {}) =>
    () =>
      ask(listing, { ...one, ...more });

  const { totalNoPage } = await ask(listProducts, { limit: PAGE });
  const deep = Math.min(DEEP_PAGE, Math.floor(totalNoPage * 0.72));
  const pages = [deep, Math.floor(totalNoPage / 2), totalNoPage];
  const [largest] = full.toSorted((a, b) => b.pages - a.pages);

  const everything = { search: "" };
  const found =
    (filter: Partial<ProductFilter> & { sort?: AdminSort; page?: number }, limit = GRID) =>
    () =>
      ask(findProducts, { ...everything, ...filter, limit }, admin);
  const shelf = largest!.subCategoryId;
  const backOffice = (limit: number) => [
    found({}, limit),
    ...ADMIN_SORTS.map((sort) => found({ sort }, limit)),
    ...["oil", "tea", "dark chocolate"].map((text) => found({ search: text }, limit)),
    found({ stock: "out" }, limit),
    found({ hidden: true }, limit),
    found({ picture: "none" }, limit),
    found({ price: "odd" }, limit),
    found({ shelf }, limit),
    found({ shelf, sort: "name" }, limit),
    found({ page: 100 }, limit),
  ];

  return [
    { name: "search, judged queries", calls: asked.map((text) => search(text)), goal: 30 },
    { name: "search, one or two letters", calls: begun.map((text) => search(text)), goal: 100 },
    { name: "search as its page asks, with all choices", calls: asked.slice(0, 100).map((text) => search(text, true)), goal: 100 },
    { name: "listing, first page without choices", calls: full.map((one) => list(one)), goal: 20 },
    { name: "listing as its page asks, with all choices", calls: full.map((one) => list(one, { choices: true })), goal: 100 },
    { name: "listing, last page", calls: full.map((one) => list(one, { page: one.pages })), goal: 100 },
    { name: "listing, the cheapest first", calls: full.map((one) => list(one, { sort: "price" })), goal: 100 },
    {
      name: `the whole list, pages ${pages.join(", ")}`,
      calls: pages.map((page) => () => ask(listProducts, { page, limit: PAGE })),
      goal: 100,
    },
    {
      name: `the whole list, newest first, pages ${pages.join(", ")}`,
      calls: pages.map((page) => () => ask(searchProducts, { search: "", sort: "new", page, limit: PAGE })),
      goal: 100,
    },
    { name: "back-office list", calls: backOffice(PAGE), goal: 100 },
    { name: "back-office grid", calls: backOffice(GRID), goal: 100 },
    { name: "back-office orders", calls: await orders(ask, admin), goal: 100 },
    {
      name: "back-office customers",
      calls: [
        ...CUSTOMER_SORTS.map((sort) => ({ sort })),
        ...["a", "an", "ana", "nobody at all", "999 999"].map((search) => ({ search })),
      ].map((input) => () => ask(listCustomers, input, admin)),
      goal: 100,
    },
    {
      name: "back office, everything else",
      calls: [
        () => ask(listAdminChanges, {}, admin),
        () => ask(listAdminChanges, { kind: "order" }, admin),
        () => ask(listAdminChanges, { day: "2020-01-01" }, admin),
        () => ask(listChangers, {}, admin),
        ...INBOX_LISTS.map((name) => () => ask(listMessages, { list: name }, admin)),
        () => ask(unsettledPayments, undefined, admin),
        () => ask(searchReport, {}, admin),
        () => ask(listStaff, {}, admin),
        () => ask(listComplaints, {}, admin),
        ...["milk", "A1B2C3", "ana"].map((q) => () => ask(findAnything, { q }, admin)),
      ],
      goal: 100,
    },
    { name: "dashboard", calls: [() => readDashboard(ask, admin)], goal: 200 },
  ];
}

/** Each filter of the orders, matching many, few and none. */
async function orders(ask: Ask, admin: LoggedIn): Promise<Measure["calls"]> {
  const { data, next } = await ask(listAllOrders, {}, admin);
  const [newest] = data;
  if (!newest) return [];
  const day = newest.createdAt.slice(0, 10);
  const filters: InputOf<typeof listAllOrders>[] = [
    ...[{}, { before: next ?? undefined }, { startDate: day, endDate: day }, { endDate: "2000-01-01" }],
    ...[newest.orderId, newest.orderId.slice(0, 8), newest.orderId.slice(4, 7), "7Q", "UUUU"].map((orderId) => ({ orderId })),
    ...["a", newest.userId.name.split(" ")[0]!, newest.userId.name, "zzqx", "qz"].map((userName) => ({ userName })),
    ...ORDER_STATUSES.map((status) => ({ status })),
    ...[
      { cancelRequested: "yes" as const },
      { way: "delivery" as const },
      { way: "collection" as const },
      { slot: "none" },
      { sort: "slot" as const },
    ],
    ...[
      { userName: "a", endDate: day, status: "CANCELLED" as const },
      { way: "collection" as const, status: "PENDING" as const },
    ],
  ];
  return [...filters.map((input) => () => ask(listAllOrders, input, admin)), () => ask(listOrderSlots, undefined, admin)];
}

/** All at once, as the page asks for them. */
async function readDashboard(ask: Ask, admin: LoggedIn): Promise<void> {
  const { sales, bestSellers, lowStock, missedSearches } = dashboard;
  await Promise.all([sales, bestSellers, lowStock, missedSearches].map((endpoint) => ask(endpoint, undefined, admin)));
}
