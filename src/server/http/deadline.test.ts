import fastify from "fastify";
import * as z from "zod/mini";
import { expect, test, vi } from "vitest";
import { endpoint } from "#shared/endpoint.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { pageRoutes } from "../render/render.ts";
import { inTime, RESPOND_WITHIN_MS } from "./deadline.ts";
import { toRefusal } from "./errors.ts";
import { LoadShedding } from "../limits/load-shedding.ts";
import { serve, serveDocument } from "./serve.ts";

const never = () => new Promise<never>(() => {});

test("work that ends in time is waited for, whether it succeeds or fails", async () => {
  expect(await inTime(Promise.resolve(1), 50)).toBe(1);
  await expect(inTime(Promise.reject(new Error("sold out")), 50)).rejects.toThrow("sold out");
});

test("no call and no page hangs: 503 with Retry-After after 14 seconds", async () => {
  const { shop: opened } = await openTestShop();
  // A call that hangs keeps its slot.
  const queue = { slots: 3, waiting: 0, waitingPerKey: 0, waitMs: 0 };
  const shop = { ...opened, identify: never, shedding: new LoadShedding({ rateLimit: true }, { queue }) };
  const app = fastify();
  app.setErrorHandler((error, _request, reply) => {
    const { refusal } = toRefusal(error);
    return reply.code(refusal.status).headers(refusal.headers).send({});
  });
  const call = endpoint({ method: "GET", path: "/call", access: "anyone", summary: "Hangs", input: z.object({}), reply: z.object({}) });
  serve(app, shop, call, never);
  serve(app, shop, { ...call, path: "/account", access: "user" }, never);
  serve(app, shop, { ...call, path: "/cached" }, never, { tags: () => [] });
  serveDocument(app, shop, { ...call, path: "/document" }, never);
  await pageRoutes(app, shop, { files: undefined, render: never });
  await app.ready();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    for (const path of ["/call", "/account", "/cached", "/document", "/page"]) {
      const answer = app.inject({ path, headers: path === "/account" ? { authorization: "Bearer a.b.c" } : {} });
      await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(RESPOND_WITHIN_MS);
      const { statusCode, headers } = await answer;
      expect([path, statusCode, headers["retry-after"]]).toEqual([path, 503, "2"]);
    }
  } finally {
    vi.useRealTimers();
  }
});
