import { beforeEach, expect, test } from "vitest";
import type { CartProduct, CartStorage, Line } from "./cart-state.ts";
import { mostOf, oneLess } from "./quantity-limits.ts";
import { openCart } from "./cart-engine.ts";

const apples: CartProduct = { _id: "a".repeat(32), name: "Apples", image: [], unit: "1 kg", price: 2, discount: 0 };
const bread: CartProduct = { ...apples, _id: "b".repeat(32), name: "Bread" };

let kept: Line[];
let asked: string[];
let said: string[];
let undo: (() => void) | undefined;
/** Responses wait for `answer()`. */
let waiting: (() => void)[];
let refusal: Error | undefined;

async function ask<T>(what: string, work: () => T): Promise<T> {
  asked.push(what);
  await new Promise<void>((resolve) => void waiting.push(resolve));
  if (refusal) throw refusal;
  return work();
}

const find = (id: string) => kept.find((line) => line.id === id)!;

const storage: CartStorage = {
  read: async () => kept.map((line) => ({ ...line })),
  add: (product) =>
    ask(`add ${product.name}`, () => {
      let line = kept.find(({ id }) => id === product._id);
      if (!line) kept.push((line = { id: product._id, product, quantity: 1 }));
      return { line: { ...line }, message: "Item added to cart" };
    }),
  setQuantity: ({ id, product }, quantity) =>
    ask(`${quantity} ${product.name}`, () => ({ line: { ...Object.assign(find(id), { quantity }) } })),
  remove: ({ id, product }) =>
    ask(`remove ${product.name}`, () => {
      kept = kept.filter((line) => line.id !== id);
      return { message: "Item removed from cart" };
    }),
};

/** Responds to what waits, and to what is requested next because of that. */
async function answer(times = 1): Promise<void> {
  for (let i = 0; i < times; i++) {
    waiting.shift()?.();
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await new Promise((resolve) => void setTimeout(resolve));
  }
}

async function cartOf(...lines: Line[]) {
  kept = lines;
  const cart = openCart({
    done: (message) => said.push(message),
    removed: (message, _product, way) => {
      said.push(message);
      undo = way;
    },
    refused: (error) => said.push(error instanceof Error ? error.message : ""),
    failed: (error) => said.push(`failed: ${String(error)}`),
  });
  await cart.switchTo(storage);
  return { cart, shown: () => cart.state().lines.map(({ product, quantity }) => `${quantity} ${product.name}`) };
}

const line = (product: CartProduct, quantity: number): Line => ({ id: product._id, product, quantity });

beforeEach(() => {
  [asked, said, waiting] = [[], [], []];
  refusal = undefined;
  undo = undefined;
});

test("a change is shown before the server responds", async () => {
  const { cart, shown } = await cartOf();
  cart.change(apples, 1);
  expect(shown()).toEqual(["1 Apples"]);
  expect(said).toEqual([]);
  await answer();
  expect(said).toEqual(["Item added to cart"]);
  expect(cart.state()).toMatchObject({ busy: false, status: "ready" });
});

test("after several quick changes, the last is sent once the current request finishes", async () => {
  const { cart, shown } = await cartOf(line(apples, 1));
  for (const quantity of [2, 3, 4, 5]) cart.change(apples, quantity);
  expect(shown()).toEqual(["5 Apples"]);
  await answer(2);
  expect(asked).toEqual(["2 Apples", "5 Apples"]);
  expect(kept[0]!.quantity).toBe(5);
});

test("a change undone before it was sent makes no request", async () => {
  const { cart } = await cartOf(line(apples, 1));
  cart.change(apples, 2);
  cart.change(apples, 3);
  cart.change(apples, 2);
  await answer(2);
  expect(asked).toEqual(["2 Apples"]);
});

test("Add followed immediately by minus ends without the product", async () => {
  const { cart, shown } = await cartOf();
  cart.change(apples, 1);
  cart.change(apples, 0);
  expect(shown()).toEqual([]);
  await answer(2);
  expect(asked).toEqual(["add Apples", "remove Apples"]);
  expect(kept).toEqual([]);
});

test("requests for different products run in parallel", async () => {
  const { cart, shown } = await cartOf();
  cart.change(apples, 1);
  cart.change(bread, 1);
  expect(asked).toEqual(["add Apples", "add Bread"]);
  await answer(2);
  expect(shown()).toEqual(["1 Apples", "1 Bread"]);
});

test("a refused change is rolled back with the reason", async () => {
  const { cart, shown } = await cartOf(line(apples, 3));
  refusal = new Error("Only 3 of Apples left");
  cart.change(apples, 4);
  expect(shown()).toEqual(["4 Apples"]);
  await answer();
  expect(shown()).toEqual(["3 Apples"]);
  expect(said).toEqual(["Only 3 of Apples left"]);
});

test("adding a product keeps the quantity another device had set", async () => {
  const { cart, shown } = await cartOf();
  kept = [line(apples, 7)];
  cart.change(apples, 1);
  await answer(2);
  expect(shown()).toEqual(["7 Apples"]);
  expect(asked).toEqual(["add Apples"]);
});

test("Undo restores the quantity last shown, even if it was never sent", async () => {
  const { cart, shown } = await cartOf(line(apples, 3));
  for (const quantity of [2, 1, 0]) cart.change(apples, quantity);
  await answer(2);
  undo!();
  await answer(2);
  expect(shown()).toEqual(["1 Apples"]);
});

test("a restored line returns to its place", async () => {
  const { cart, shown } = await cartOf(line(apples, 1), line(bread, 1));
  cart.change(apples, 0);
  await answer();
  undo!();
  await answer();
  expect(shown()).toEqual(["1 Apples", "1 Bread"]);
});

test("a removed line is restored with its quantity", async () => {
  const { cart, shown } = await cartOf(line(apples, 3));
  cart.change(apples, 0);
  await answer();
  expect(shown()).toEqual([]);
  undo!();
  await answer(2);
  expect(asked).toEqual(["remove Apples", "add Apples", "3 Apples"]);
  expect(kept[0]!.quantity).toBe(3);
});

test("a cart loaded during a change does not undo the change", async () => {
  const { cart, shown } = await cartOf(line(apples, 1));
  cart.change(apples, 2);
  await cart.reload();
  expect(shown()).toEqual(["2 Apples"]);
  await answer();
  expect(shown()).toEqual(["2 Apples"]);
});

const settle = () => new Promise((resolve) => void setTimeout(resolve));

/** A storage whose loads return what was stored when they began, and finish one by one. */
function slowReader(): { slow: CartStorage; endRead: () => Promise<void> } {
  const ends: (() => void)[] = [];
  const slow: CartStorage = {
    ...storage,
    async read() {
      const lines = await storage.read();
      await new Promise<void>((resolve) => void ends.push(resolve));
      return lines;
    },
  };
  return {
    slow,
    async endRead() {
      await settle();
      ends.shift()!();
      await settle();
    },
  };
}

test("a load started before a change does not undo it, even if the change finishes first", async () => {
  const { cart, shown } = await cartOf(line(apples, 1));
  const { slow, endRead } = slowReader();
  void cart.switchTo(slow);
  await endRead();
  void cart.reload();
  cart.change(apples, 2);
  await answer();
  await endRead();
  expect(shown()).toEqual(["2 Apples"]);
  await endRead();
  expect(shown()).toEqual(["2 Apples"]);
});

test("a load started before an order does not bring its products back", async () => {
  const { cart, shown } = await cartOf(line(apples, 1));
  const { slow, endRead } = slowReader();
  void cart.switchTo(slow);
  await endRead();
  void cart.reload();
  kept = [];
  cart.forget();
  await endRead();
  expect(shown()).toEqual([]);
  await endRead();
  expect(cart.state()).toMatchObject({ status: "ready", lines: [] });
});

test("of two loads, the one started last wins", async () => {
  const { cart, shown } = await cartOf(line(apples, 1));
  const ends: ((lines: Line[]) => void)[] = [];
  void cart.switchTo({ ...storage, read: () => new Promise((resolve) => void ends.push(resolve)) });
  const last = cart.reload();
  ends[1]!([line(bread, 1)]);
  await last;
  ends[0]!([line(apples, 1)]);
  await answer();
  expect(shown()).toEqual(["1 Bread"]);
});

test("ACC-9 the next person sees nothing of the previous one's cart or pending changes", async () => {
  const { cart, shown } = await cartOf(line(apples, 1));
  cart.change(apples, 5);
  const other: CartStorage = { ...storage, read: async () => [line(bread, 1)] };
  await cart.switchTo(other);
  await answer();
  expect(shown()).toEqual(["1 Bread"]);
  expect(said).toEqual([]);
});

test("ACC-9 one person's pending change never reaches the next person's cart", async () => {
  const { cart, shown } = await cartOf(line(apples, 1));
  cart.change(apples, 5);
  await cart.switchTo({ ...storage, read: async () => [] });
  kept = [line(bread, 1)];
  await cart.switchTo(storage);
  kept.push(line(apples, 1));
  await answer();
  expect(shown()).toEqual(["1 Bread"]);
});

test("a cart that cannot be loaded says so, and can be loaded later", async () => {
  const { cart } = await cartOf();
  let away = true;
  await cart.switchTo({
    ...storage,
    read: async () => {
      if (away) throw new Error("away");
      return [line(apples, 1)];
    },
  });
  expect(cart.state().status).toBe("failed");
  away = false;
  await cart.reload();
  expect(cart.state()).toMatchObject({ status: "ready", lines: [{ quantity: 1 }] });
});

test("a stored cart is shown, although a change that was made meanwhile still waits", async () => {
  const { cart, shown } = await cartOf();
  void cart.switchTo({ ...storage, read: async () => Object.assign([line(bread, 2)], { isOld: true as const }) });
  cart.change(apples, 1);
  await settle();
  expect([cart.state().status, shown()]).toEqual(["old", ["1 Apples", "2 Bread"]]);
});

test("a quantity never exceeds the stock, nor 999", () => {
  expect([mostOf({ ...apples, stock: 4 }), mostOf({ ...apples, stock: 5000 }), mostOf(apples)]).toEqual([4, 999, 999]);
});

test("CARD-3 CARD-4 minus lowers a quantity to the stock, and removes what is sold out", () => {
  expect(oneLess(apples, 3)).toBe(2);
  expect(oneLess(apples, 1)).toBe(0);
  expect(oneLess({ ...apples, stock: 5 }, 12)).toBe(5);
  expect(oneLess({ ...apples, stock: 0 }, 4)).toBe(0);
});

test("this browser stores a cart without the changes that were not sent", async () => {
  const { cart, shown } = await cartOf(line(apples, 1));
  cart.change(apples, 3);
  cart.change(bread, 1);
  expect(shown()).toEqual(["3 Apples", "1 Bread"]);
  expect(cart.known()).toEqual([line(apples, 1)]);
  await answer(4);
  expect(cart.known().map(({ quantity }) => quantity)).toEqual([3, 1]);
});

test("a line that only another tab has is sent when it changes here, even to what is shown already", async () => {
  const { cart, shown } = await cartOf({ ...line(apples, 2), id: "" });
  kept = [];
  cart.change(apples, 2);
  await answer(3);
  expect(asked).toEqual(["add Apples", "2 Apples"]);
  expect(shown()).toEqual(["2 Apples"]);
});
