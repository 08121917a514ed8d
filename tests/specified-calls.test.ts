import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import siteMap from "#site/routes.ts";
import { makeAdmin, signUp } from "./support/sign-up.ts";
import { openTestShop } from "./support/test-shop.ts";

/*
 * The specification's calls, repeated here on purpose. Feature tests refer to calls by the contract's values, so renaming a path
 * or field would change both sides and break no test.
 */

const shop = await openTestShop();
const { app } = shop;
const { paths } = (await app.inject("/api/openapi.json")).json<{ paths: Record<string, Record<string, Operation>> }>();

interface Operation {
  requestBody?: { content: Record<string, { schema: { properties?: object } }> };
  parameters?: { name: string; in: string }[];
  responses: Record<string, { content: Record<string, { schema: { properties: Record<string, { properties?: object }> } }> }>;
}

type Access = "anyone" | "user" | "admin";

/** Method, path, access, request fields, and response fields (`data.x` means inside `data`). */
const CALLS: [string, string, string, Access, string[], string[]?][] = [
  ["API-2", "POST", "/api/user/register", "anyone", ["name", "email", "password", "confirmPassword"]],
  ["API-3", "POST", "/api/user/login", "anyone", ["email", "password"], ["data.accesstoken", "data.refreshToken"]],
  ["API-4", "PUT", "/api/user/forgot-password", "anyone", ["email"]],
  ["API-5", "PUT", "/api/user/verify-forgot-password-otp", "anyone", ["otp", "email"]],
  ["API-6", "PUT", "/api/user/reset-password", "anyone", ["email", "newPassword", "confirmPassword"]],
  ["API-7", "POST", "/api/user/refresh-token", "anyone", [], ["data.accessToken"]],
  ["API-8", "GET", "/api/user/user-details", "user", [], ["data"]],
  ["API-9", "GET", "/api/user/logout", "user", []],
  ["API-10", "PUT", "/api/user/upload-avatar", "user", ["avatar"], ["data.avatar"]],
  ["API-11", "PUT", "/api/user/update-user", "user", ["name", "email", "mobile"]],
  ["API-12", "POST", "/api/category/add-category", "admin", ["name", "image"]],
  ["API-12", "GET", "/api/category/get", "anyone", [], ["data"]],
  ["API-12", "PUT", "/api/category/update", "admin", ["_id", "name", "image"]],
  ["API-12", "DELETE", "/api/category/delete", "admin", ["_id"]],
  ["API-13", "POST", "/api/file/upload", "admin", ["image"], ["data.url"]],
  ["API-14", "POST", "/api/subcategory/create", "admin", ["name", "image", "category"]],
  ["API-14", "POST", "/api/subcategory/get", "anyone", [], ["data"]],
  ["API-14", "PUT", "/api/subcategory/update", "admin", ["_id", "name", "image", "category"]],
  ["API-14", "DELETE", "/api/subcategory/delete", "admin", ["_id"]],
  [
    ...(["API-15", "POST", "/api/product/create", "admin"] as const),
    ["name", "image", "category", "subCategory", "unit", "stock", "price", "discount", "description", "more_details"],
  ],
  ["API-16", "POST", "/api/product/get", "anyone", ["page", "limit", "search"], ["totalNoPage", "data"]],
  ["API-17", "POST", "/api/product/get-product-by-category", "anyone", ["id"], ["data"]],
  [
    ...(["API-18", "POST", "/api/product/get-pruduct-by-category-and-subcategory", "anyone"] as const),
    ["categoryId", "subCategoryId", "page", "limit"],
    ["page", "data", "totalCount"],
  ],
  ["API-19", "POST", "/api/product/get-product-details", "anyone", ["productId"], ["data"]],
  [
    ...(["API-20", "PUT", "/api/product/update-product-details", "admin"] as const),
    ["_id", "name", "image", "category", "subCategory", "unit", "stock", "price", "discount", "description", "more_details"],
  ],
  ["API-20", "DELETE", "/api/product/delete-product", "admin", ["_id"]],
  ["API-21", "POST", "/api/product/search-product", "anyone", ["search", "page"], ["data", "page", "totalPage"]],
  ["API-22", "POST", "/api/cart/create", "user", ["productId"]],
  ["API-22", "GET", "/api/cart/get", "user", [], ["data"]],
  ["API-22", "PUT", "/api/cart/update-qty", "user", ["_id", "qty"]],
  ["API-22", "DELETE", "/api/cart/delete-cart-item", "user", ["_id"]],
  ["API-23", "POST", "/api/address/create", "user", ["address_line", "city", "state", "country", "pincode", "mobile"]],
  ["API-23", "GET", "/api/address/get", "user", [], ["data"]],
  [
    ...(["API-23", "PUT", "/api/address/update", "user"] as const),
    ["_id", "userId", "address_line", "city", "state", "country", "pincode", "mobile"],
  ],
  ["API-23", "DELETE", "/api/address/disable", "user", ["_id"]],
  ["API-24", "POST", "/api/order/cash-on-delivery", "user", []],
  ["API-24", "POST", "/api/order/checkout", "user", []],
  ["API-24", "GET", "/api/order/order-list", "user", [], ["data"]],
  ["API-25", "GET", "/api/allorders/get", "admin", ["orderId", "userName", "startDate", "endDate", "status"], ["data"]],
  ["API-25", "GET", "/api/allorders/get/{orderId}", "admin", [], ["data"]],
  [
    ...(["API-26", "PUT", "/api/allorders/update-status", "admin"] as const),
    ["orderId", "userId", "totalAmt", "status", "payment_status", "delivery_address", "products"],
  ],
  ["API-26", "DELETE", "/api/allorders/delete", "admin", ["orderId"]],
  ["API-27", "POST", "/api/order/create-paypal-order", "user", ["list_items", "addressId"], ["approvalUrl", "orderId"]],
  ["API-28", "POST", "/api/order/confirm-paypal-payment", "user", ["orderId"]],
  ["API-28", "GET", "/api/order/confirm-paypal-payment", "user", ["orderId"]],
  ["API-29", "GET", "/api/order/get-paypal-order-details", "user", []],
  ["API-29", "POST", "/api/order/create-culqi-order", "user", []],
  ["API-30", "POST", "/api/contactus", "user", ["name", "email", "subject", "message", "userId"]],
];

test.each(CALLS)("%s %s %s is served to %s with the specified fields", async (_id, method, path, access, sent, answered = []) => {
  const operation = paths[path]?.[method.toLowerCase()];
  expect(operation, "described in openapi.json").toBeDefined();
  const { requestBody, parameters = [], responses } = operation!;
  const [body] = Object.values(requestBody?.content ?? {});
  const taken = [...Object.keys(body?.schema.properties ?? {}), ...parameters.map(({ name }) => name)];
  expect(taken).toEqual(expect.arrayContaining(sent));
  const [reply] = Object.values(responses["200"]!.content);
  const fields = Object.entries(reply!.schema.properties).flatMap(([name, field]) => [
    name,
    ...Object.keys(field.properties ?? {}).map((inner) => `${name}.${inner}`),
  ]);
  expect(fields).toEqual(expect.arrayContaining(["success", "error", "message", ...answered]));

  const url = path.replace(/\{\w+\}/g, "0".repeat(32));
  const request = async (token?: string) => {
    const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
    return (await app.inject({ method: method as "GET", url, headers, ...(method === "GET" ? {} : { payload: "{}" }) })).json();
  };
  // Unknown paths and wrong methods have their own messages.
  const NOT_SERVED = /^(This call was not found|Use [A-Z, ]+)$/;
  expect((await request()).message).not.toMatch(NOT_SERVED);
  // The refresh token is its own credential, so the call returns 401 although it is open to anyone.
  if (access !== "anyone") expect(await request()).toMatchObject({ success: false, error: true, message: "Please Login" });
  if (access === "admin") expect(await request(shopper.token)).toMatchObject({ message: "Do not have permission" });
  const permitted = await request(access === "admin" ? admin.token : access === "user" ? shopper.token : undefined);
  expect(["Do not have permission", ...(path.endsWith("refresh-token") ? [] : ["Please Login"])]).not.toContain(permitted.message);
  // Logging out ends the session that later calls need.
  if (path.endsWith("logout")) shopper = await signUp(shop);
});

let shopper = await signUp(shop);
const admin = await makeAdmin(shop);

/** The URLs in the specification's navigation section, in React Router's syntax. */
const PAGES = [
  ...["/", "/search", "/login", "/register", "/forgot-password", "/verification-otp", "/reset-password", "/user"],
  ...["/dashboard/profile", "/dashboard/myorders", "/dashboard/address"],
  ...["/dashboard/category", "/dashboard/subcategory", "/dashboard/upload-product", "/dashboard/product", "/dashboard/allorders"],
  ...["/:category/:subCategory", "/product/:product", "/cart", "/checkout", "/success", "/cancel"],
  ...["/about-us", "/shipping-policy", "/ContactUsPage", "/SuccessMessage"],
];

test("NAV-1 to NAV-13 every specified page has its address", () => {
  const addresses = (entries: readonly RouteConfigEntry[], parent: string): string[] =>
    entries.flatMap(({ path = "", index, children = [] }) => {
      const address = path ? `${parent}/${path}` : parent;
      return [...(index ? [address || "/"] : [address]), ...addresses(children, address)];
    });
  expect(addresses(siteMap, "")).toEqual(expect.arrayContaining(PAGES));
});
