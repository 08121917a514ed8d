import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { accountStorage } from "./pages/account-cart.ts";
import { guestItems, GUEST_CART, mergeIdOfGuestCart } from "./pages/guest-cart.ts";
import { fakeStorage } from "../../../tests/support/fake-storage.ts";

const apples = { productId: "a".repeat(32), quantity: 2 };
let asked: string[];
let told: number;
let mergeAnswer: number;

beforeEach(() => {
  [asked, told, mergeAnswer] = [[], 0, 200];
  vi.stubGlobal("localStorage", fakeStorage());
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    const status = path.endsWith("merge") ? mergeAnswer : 200;
    return Response.json({ success: status === 200, error: status !== 200, message: "", data: [] }, { status });
  });
});

afterAll(() => vi.unstubAllGlobals());

const storage = accountStorage(() => told++);
const store = (cart: object) => localStorage.setItem(GUEST_CART, JSON.stringify(cart));

test("CART-6 only what the server would accept of a guest's cart is sent", () => {
  const broken = [{ productId: "x", quantity: 1 }, { ...apples, quantity: 1000 }, { ...apples, quantity: 0.5 }, null, "apples"];
  store({ items: [apples, ...broken], mergeId: "m".repeat(65) });
  expect(guestItems()).toEqual([apples]);
  expect(mergeIdOfGuestCart()).toHaveLength(32);
});

test("CART-6 other tabs learn that the guest's cart was merged", async () => {
  store({ items: [apples] });
  await storage.read();
  expect(asked).toEqual(["/api/cart/merge", "/api/cart/get"]);
  expect([guestItems(), told]).toEqual([[], 1]);
});

test("CART-6 a guest's cart whose merge is refused is kept, and does not hide the account's", async () => {
  store({ items: [apples] });
  mergeAnswer = 400;
  expect(await storage.read()).toEqual([]);
  expect(asked).toEqual(["/api/cart/merge", "/api/cart/get"]);
  expect([guestItems(), told]).toEqual([[apples], 0]);
});

test("CART-6 if the merge gets no response, the cart counts as not loaded and the guest's cart is kept", async () => {
  store({ items: [apples] });
  mergeAnswer = 503;
  await expect(storage.read()).rejects.toMatchObject({ status: 503 });
  expect(guestItems()).toEqual([apples]);
});
