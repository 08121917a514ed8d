import { expect, test } from "vitest";
import { FAVORITES, MAX_FAVORITES, MAX_LISTS, savedList, type SavedList } from "./contract.ts";
import { applyChange, isSavedList, mergedLists, NO_FAVORITES } from "./rules.ts";

const weekly: SavedList = { _id: "w", name: "Weekly", lines: [{ productId: "figs", quantity: 2 }] };
const party: SavedList = { _id: "p", name: "Party", lines: [] };
const lists = [NO_FAVORITES, weekly, party];

test("putting a product on a list twice, or taking it off twice, is the same as once", () => {
  const put = { kind: "line", _id: "p", productId: "nuts", quantity: 3 } as const;
  const once = applyChange(lists, put);
  if (!once.ok) throw new Error(once.reason);
  expect(once.lists[2]?.lines).toEqual([{ productId: "nuts", quantity: 3 }]);
  expect(applyChange(once.lists, put)).toEqual(once);
  const off = applyChange(once.lists, { ...put, quantity: 0 });
  expect(off).toEqual({ ok: true, lists });
  expect(applyChange(lists, { ...put, quantity: 0 })).toEqual({ ok: true, lists });
});

test("a new quantity leaves a product in its place", () => {
  const two = { ...weekly, lines: [...weekly.lines, { productId: "nuts", quantity: 1 }] };
  const result = applyChange([NO_FAVORITES, two], { kind: "line", _id: "w", productId: "figs", quantity: 5 });
  expect(result).toMatchObject({ ok: true, lists: [{}, { lines: [{ productId: "figs", quantity: 5 }, { productId: "nuts" }] }] });
});

test("a list may change the case of its own name, but not take another's", () => {
  expect(applyChange(lists, { kind: "rename", _id: "w", name: "WEEKLY" }).ok).toBe(true);
  expect(applyChange(lists, { kind: "rename", _id: "w", name: "party" })).toEqual({
    ok: false,
    reason: "You already have a list called “party”",
  });
  expect(applyChange(lists, { kind: "rename", _id: "x", name: "New" })).toEqual({ ok: false, reason: "List not found" });
});

test("full favorites take no more, but products can be removed", () => {
  const lines = Array.from({ length: MAX_FAVORITES }, (_, n) => ({ productId: String(n), quantity: 1 }));
  const full = [{ ...NO_FAVORITES, lines }];
  const add = { kind: "line", _id: FAVORITES, productId: "one more", quantity: 1 } as const;
  expect(applyChange(full, add)).toMatchObject({ ok: false, reason: expect.stringContaining("up to 500 favorites") });
  const less = applyChange(full, { ...add, productId: "0", quantity: 0 });
  expect(less.ok && applyChange(less.lists, add).ok).toBe(true);
});

test("merging adds up to the limits and counts what is left out", () => {
  const many = Array.from({ length: MAX_LISTS + 1 }, (_, n) => ({ _id: `guest ${n}`, name: `Guest ${n}`, lines: [] }));
  const { lists: merged, left } = mergedLists(lists, many);
  expect([merged.length, left]).toEqual([MAX_LISTS + 1, 3]);
  expect(mergedLists(merged, many.slice(0, 18))).toEqual({ lists: merged, left: 0 });
});

test("the browser accepts exactly what the server does as a list", () => {
  const id = "0".repeat(32);
  const line = { productId: id, quantity: 1 };
  const list = { _id: id, name: "Weekly", lines: [line] };
  const lines = [null, {}, { productId: id }, { ...line, quantity: 0 }, { ...line, quantity: 1.5 }, { ...line, productId: "x" }, "figs"];
  const broken = [null, [], "list", {}, { ...list, _id: "x" }, { ...list, name: 7 }, { ...list, lines: "no" }];
  const tried = [list, { ...list, _id: FAVORITES }, ...broken, ...lines.map((one) => ({ ...list, lines: [one] }))];
  for (const one of tried) expect([one, isSavedList(one)]).toEqual([one, savedList.safeParse(one).success]);
});
