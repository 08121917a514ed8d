import { expect, test } from "vitest";
import type { Choices } from "../../narrowing/contract.ts";
import { groupsOf } from "./groups.ts";

const titles = (choices: Partial<Choices>, total: number, narrowing = {}, was = narrowing) =>
  groupsOf({ brand: [], price: [], offer: 0, stock: 0, detail: [], ...choices }, narrowing, { total, narrowing: was }).map(
    ({ title }) => title,
  );
const diet = (count: number) => ({ detail: [{ name: "Diet", values: [{ value: "Vegan", count }] }] });

test("a filter is offered if one of its values would narrow the list, even if it is the only one", () => {
  expect(titles(diet(5), 40)).toEqual(["Diet"]);
  expect(titles(diet(40), 40)).toEqual([]);
  expect(titles({ brand: [{ value: "Acme", count: 39 }], price: [{ value: "-1.99", count: 40 }] }, 40)).toEqual(["Brand"]);
  expect(titles({}, 40)).toEqual([]);
});

test("a filter with several values is always offered, even while the number of products belongs to another list", () => {
  const brand = [
    { value: "Acme", count: 30 },
    { value: "Solmar", count: 20 },
  ];
  expect(titles({ brand }, 2)).toEqual(["Brand"]);
});

test("what is chosen stays, so that it can be cleared", () => {
  expect(titles(diet(5), 5, { detail: ["Diet:Vegan"] })).toEqual(["Diet"]);
  // While the list without it is loading.
  expect(titles(diet(5), 5, {}, { detail: ["Diet:Vegan"] })).toEqual(["Diet"]);
  expect(titles({}, 0, { brand: ["Acme"], price: "2-4.99" })).toEqual(["Brand", "Price"]);
});
