import { expect, test } from "vitest";
import { readMessage } from "./push-message.ts";

function unreadable(): never {
  throw new SyntaxError("not JSON");
}

test("a message that can't be read is in the shopper's language, and leads to their orders there", () => {
  const unread = { title: "Tu pedido", body: "Mira las novedades.", tag: "order", data: { path: "/es/dashboard/myorders" } };
  expect(readMessage({ json: unreadable }, "es")).toEqual(unread);
  expect(readMessage(null, "en")).toMatchObject({ title: "Your order", data: { path: "/dashboard/myorders" } });
  const message = { title: "Listo", body: "Ya está en camino.", path: "/es/dashboard/myorders/1", tag: "1" };
  expect(readMessage({ json: () => message }, "en")).toEqual({
    title: "Listo",
    body: "Ya está en camino.",
    tag: "1",
    data: { path: message.path },
  });
});
