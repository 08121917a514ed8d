import { afterEach, beforeEach, expect, test, vi, type MockInstance } from "vitest";
import { fakeStorage } from "../../../../tests/support/fake-storage.ts";
import type { Cart, CartProduct } from "./engine/cart-state.ts";

const product = (name: string): CartProduct => ({ _id: name.padEnd(32, "0"), name, image: [], unit: "1 kg", price: 2, discount: 0 });
const [apples, bread, milk] = [product("apples"), product("bread"), product("milk")];

/** What the shop has in Ana's cart. */
let kept: Map<string, number>;
let asked: string[];
let isDead: boolean;
/** Holds responses to changes back. */
let held: Promise<void> | undefined;
let refused: string | undefined;
let refusals: string[];
let info: MockInstance;
let cart: Cart;
let logIn: (name: string) => void;
let storeChanges: (at: number, ...changes: [CartProduct, number][]) => void;
let keep: () => void;

const nameOf = (id: string) => id.replace(/0+$/, "");
const lineOf = (name: string) => ({ _id: `line ${name}`, productId: product(name), quantity: kept.get(name) });

const reply = (data: unknown) => Response.json({ success: true, error: false, message: "", data });

async function shop(address: string, { method, body, headers }: RequestInit): Promise<Response> {
  const { productId, _id, qty } = JSON.parse((body as string | null) ?? "{}") as { productId?: string; _id?: string; qty?: number };
  const { sub } = JSON.parse(atob((headers as { authorization: string }).authorization.split(".")[1]!)) as { sub: string };
  if (method !== "GET") asked.push(`${sub} ${nameOf(productId ?? _id!.slice(5))} ${qty ?? 1}`);
  if (isDead) throw new TypeError("Failed to fetch");
  if (method === "GET") return reply([...kept.keys()].map(lineOf));
  const name = nameOf(productId ?? _id!.slice(5));
  await held;
  if (name === refused) return Response.json({ success: false, error: true, message: "Sold out" }, { status: 409 });
  kept.set(name, address.endsWith("create") ? (kept.get(name) ?? 1) : qty!);
  return reply(lineOf(name));
}

beforeEach(async () => {
  [kept, asked, refusals] = [new Map(), [], []];
  [isDead, held, refused] = [false, undefined, undefined];
  const page = new EventTarget();
  vi.stubGlobal("localStorage", fakeStorage());
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  vi.stubGlobal("location", { href: "https://shop.example/" });
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("dispatchEvent", page.dispatchEvent.bind(page));
  vi.stubGlobal("fetch", shop);
  vi.useFakeTimers();
  // As in a page that has just been opened.
  vi.resetModules();
  const { openCart } = await import("./engine/cart-engine.ts");
  const { lasting } = await import("./lasting-cart.ts");
  const { accountStorage } = await import("./account-cart.ts");
  const { keepCart } = await import("./offline-cart.ts");
  const { storeTokens } = await import("#web/session/tokens.ts");
  const { store } = await import("#web/offline/stored.ts");
  const { toast } = await import("#ui/toast/toast.ts");
  info = vi.spyOn(toast, "info");
  logIn = (sub) => storeTokens(`x.${btoa(JSON.stringify({ sub, sid: "1" }))}.x`, sub);
  storeChanges = (at, ...changes) =>
    store(
      "unsent-cart-1",
      changes.map(([of, quantity]) => ({ product: of, quantity })),
      at,
    );
  logIn("ana");
  cart = openCart({ done() {}, removed() {}, failed() {}, refused: (error) => void refusals.push((error as Error).message) });
  keep = () => keepCart(cart);
  await cart.switchTo(
    lasting(
      cart,
      accountStorage(() => {}),
    ),
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const shown = () => cart.state().lines.map(({ product: { name }, quantity }) => `${quantity} ${name}`);
const stored = () => Object.keys(localStorage).filter((key) => key.startsWith("stored-unsent-cart"));

test("changes made on a dead line that counts as online wait, and are sent in order once the shop responds", async () => {
  isDead = true;
  cart.change(apples, 1);
  await pass(5_000);
  cart.change(bread, 2);
  await pass(10 * 60_000);
  expect([shown(), stored().length, refusals]).toEqual([["1 apples", "2 bread"], 1, []]);
  expect(info).toHaveBeenCalledExactlyOnceWith("The shop isn't responding. We'll update your cart when it does.", expect.anything());
  asked = [];
  isDead = false;
  await pass(30_000);
  expect([...kept]).toEqual([
    ["apples", 1],
    ["bread", 2],
  ]);
  expect(asked).toEqual(["ana apples 1", "ana bread 1", "ana bread 2"]);
  expect([shown(), stored(), cart.state().busy]).toEqual([["1 apples", "2 bread"], [], false]);
});

test("what waits is sent as soon as the shop responds to another call", async () => {
  isDead = true;
  cart.change(apples, 1);
  await pass(10 * 60_000);
  isDead = false;
  const { call } = await import("#web/call.ts");
  await call((await import("../contract.ts")).getCart, undefined);
  await pass(2_000);
  expect([...kept]).toEqual([["apples", 1]]);
});

test("only a change that the shop refuses is rolled back", async () => {
  isDead = true;
  cart.change(apples, 1);
  cart.change(bread, 1);
  await pass(60_000);
  [isDead, refused] = [false, "apples"];
  await pass(30_000);
  expect([shown(), refusals]).toEqual([["1 bread"], ["Sold out"]]);
});

test("ACC-9 what one person changed is not sent for the next", async () => {
  isDead = true;
  cart.change(apples, 1);
  logIn("ben");
  isDead = false;
  await pass(60_000);
  expect(asked).toEqual(["ana apples 1"]);
});

test("the changes of a tab that was closed are shown at once, and sent one after the other", async () => {
  storeChanges(Date.now(), [apples, 1], [bread, 3], [milk, 1]);
  const { promise, resolve: respond } = Promise.withResolvers<void>();
  held = promise;
  keep();
  await pass(1_000);
  expect(shown()).toEqual(["1 apples", "3 bread", "1 milk"]);
  expect(asked).toEqual(["ana apples 1"]);
  respond();
  await pass(1_000);
  expect(asked).toEqual(["ana apples 1", "ana bread 1", "ana milk 1", "ana bread 3"]);
  // The next ones are sent at once, without waiting for a response.
  held = new Promise(() => {});
  cart.change(apples, 2);
  cart.change(milk, 2);
  await pass(0);
  expect(asked.slice(4)).toEqual(["ana apples 2", "ana milk 2"]);
});

test("changes that are too old to be sent are told", async () => {
  storeChanges(Date.now() - 25 * 60 * 60_000, [apples, 1]);
  keep();
  await pass(1_000);
  expect([asked, shown(), stored()]).toEqual([[], [], []]);
  expect(info).toHaveBeenCalledWith("Some cart changes are more than a day old and were not saved. Check your cart.", expect.anything());
});
