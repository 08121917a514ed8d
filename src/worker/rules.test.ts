import { expect, test } from "vitest";
import { isAnyPage, isFromGateway, isMark, isPage, isPicture, isSamePicture, isShell } from "./rules.ts";

const own = (path: string, isNavigation = true) => ({ path, isNavigation, isOwn: true });

test("pages for shoppers are stored", () => {
  for (const path of [
    "/",
    "/search",
    "/product/figs-0123",
    "/fruit-1/figs-2",
    "/cart",
    "/dashboard/myorders",
    "/dashboard/myorders/ABC",
    "/terms",
  ])
    expect([path, isPage(own(path))]).toEqual([path, true]);
});

test("calls of the API are never stored, neither reads nor GETs that change something", () => {
  for (const path of [
    "/api/user/logout",
    "/es/api/user/logout",
    "/api/paypal/confirm-order",
    "/es/api/cart/get",
    "/api",
    "/api/catalogue/home",
  ])
    for (const isNavigation of [true, false])
      expect([isPage, isAnyPage, isPicture, isShell].some((rule) => rule(own(path, isNavigation)))).toBe(false);
});

test("pages for one moment, of the back office and of others are not stored", () => {
  for (const path of [
    "/checkout",
    "/success",
    "/cancel",
    "/verify-email",
    "/reset-password",
    "/join",
    "/dashboard/allorders",
    "/dashboard/product",
    "/sandbox/paypal",
  ])
    expect([path, isPage(own(path)), isAnyPage(own(path))]).toEqual([path, false, !path.startsWith("/sandbox")]);
  expect(isPage({ path: "/", isNavigation: true, isOwn: false })).toBe(false);
});

test("built files and pictures are stored by their addresses", () => {
  expect([isShell(own("/assets/frame-1.js", false)), isShell(own("/sw.js", false))]).toEqual([true, false]);
  expect([isPicture(own("/images/k/240.webp", false)), isPicture(own("/demo/apple.webp", false))]).toEqual([true, true]);
  expect([isPicture(own("/images/k/original.png", false)), isPicture(own("/images/k/240.webp", true))]).toEqual([false, false]);
});

test("sizes of one picture are told from other pictures", () => {
  const [apple, pear] = ["/images/apple", "/images/pear"];
  expect(isSamePicture(`${apple}/160.webp`, `${apple}/320.webp`)).toBe(true);
  expect(isSamePicture(`${apple}/160.webp`, `${pear}/160.webp`)).toBe(false);
  expect(isSamePicture("/demo/apple.webp", "/demo/pear.webp")).toBe(false);
});

test("the mark in the header is stored, and no other file beside it", () => {
  for (const path of ["/favicon.svg", "/favicon.ico", "/sitemap.xml"])
    expect([path, isMark(own(path, false))]).toEqual([path, path === "/favicon.svg"]);
});

const isGateway = (status: number, headers: HeadersInit = {}) => isFromGateway({ status, headers: new Headers(headers) });

test("errors of a gateway are told from the shop's own", () => {
  for (const status of [500, 502, 503, 504, 522]) expect([status, isGateway(status)]).toEqual([status, true]);
  const own = { "content-security-policy": "default-src 'self'" };
  for (const status of [200, 404, 500, 503]) expect([status, isGateway(status, own)]).toEqual([status, false]);
  for (const status of [502, 504]) expect([status, isGateway(status, own)]).toEqual([status, true]);
  expect(isGateway(404)).toBe(false);
});
