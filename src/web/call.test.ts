import * as z from "zod/mini";
import { afterEach, expect, test, vi } from "vitest";
import { endpoint } from "#shared/endpoint.ts";
import { call } from "./call.ts";

const hello = endpoint({ method: "GET", path: "/api/hello", access: "anyone", summary: "Hello", reply: z.object({}) });
/** A connection that is lost: no response, and no error either. */
const hang: typeof fetch = (_address, init) =>
  new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error)));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a call without a response fails after 20 seconds, and says so", async () => {
  vi.stubGlobal("fetch", hang);
  vi.useFakeTimers();
  const answer = expect(call(hello, undefined, { bearer: "x" })).rejects.toMatchObject({
    status: 0,
    message: "No response from the shop. Check your connection and try again.",
  });
  await vi.advanceTimersByTimeAsync(20_000);
  await answer;
});

test("a call that the page aborts is aborted, even one that was aborted before", async () => {
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    init.signal?.throwIfAborted();
    return hang(address, init);
  });
  const page = new AbortController();
  const answer = expect(call(hello, undefined, { bearer: "x", signal: page.signal })).rejects.toMatchObject({ name: "AbortError" });
  page.abort();
  await answer;
  await expect(call(hello, undefined, { bearer: "x", signal: page.signal })).rejects.toMatchObject({ name: "AbortError" });
});

test("a call that has to arrive is sent even if the page is left", async () => {
  const sent: (boolean | undefined)[] = [];
  vi.stubGlobal("fetch", async (_address: string, { keepalive }: RequestInit) => {
    sent.push(keepalive);
    return Response.json({ success: true });
  });
  await call(hello, undefined, { bearer: "x", keepalive: true });
  await call(hello, undefined, { bearer: "x" });
  expect(sent).toEqual([true, false]);
});
