import * as z from "zod/mini";
import { afterEach, expect, test, vi } from "vitest";
import { endpoint } from "#shared/endpoint.ts";
import { call, lastResponded, send } from "./call.ts";
import { storeTokens } from "./session/tokens.ts";

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

/** A response whose body begins, and then fails or stalls. */
const responseWith = (begin: (body: ReadableStreamDefaultController<Uint8Array>) => void, type = "application/json; charset=utf-8") =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(body) {
        body.enqueue(new TextEncoder().encode('{"success": tr'));
        begin(body);
      },
    }),
    { headers: { "content-type": type } },
  );

const UNKNOWN: [title: string, response: () => Response][] = [
  ["is cut", () => responseWith((body) => body.error(new TypeError("network error")))],
  ["ends too soon", () => responseWith((body) => body.close())],
  [
    "is a page of another network",
    () => new Response("<html>Log in to the airport's Wi-Fi</html>", { headers: { "content-type": "text/html" } }),
  ],
  ["is a gateway's, which may have passed the call on", () => new Response("<html>504 Gateway Timeout</html>", { status: 504 })],
  ["is JSON of a gateway", () => Response.json({ message: "Bad gateway" }, { status: 502 })],
];

test.each(UNKNOWN)("a call counts as not responded to if the response %s", async (_title, response) => {
  vi.stubGlobal("fetch", async () => response());
  await expect(call(hello, undefined, { bearer: "x" })).rejects.toMatchObject({ status: 0 });
  expect(lastResponded()).toBe(false);
});

test("a refusal is final, whoever wrote it", async () => {
  const refusals = [
    Response.json({ success: false, error: true, message: "The shop is taking a short break." }, { status: 503 }),
    new Response("<html>Too large</html>", { status: 413 }),
  ];
  vi.stubGlobal("fetch", async () => refusals.shift());
  const twice = { bearer: "x" };
  await expect(call(hello, undefined, twice)).rejects.toMatchObject({ status: 503, message: "The shop is taking a short break." });
  await expect(call(hello, undefined, twice)).rejects.toMatchObject({ status: 413 });
  expect(lastResponded()).toBe(true);
});

/** A response begins, and stalls until it is aborted. */
const stall =
  (type: string): typeof fetch =>
  async (_address, init) =>
    responseWith((body) => init?.signal?.addEventListener("abort", () => body.error(init.signal?.reason)), type);

test.each(["application/json; charset=utf-8", "text/html"])("a response in %s that stalls fails after 20 seconds", async (type) => {
  vi.stubGlobal("fetch", stall(type));
  vi.useFakeTimers();
  const answer = expect(call(hello, undefined, { bearer: "x" })).rejects.toMatchObject({ status: 0 });
  await vi.advanceTimersByTimeAsync(20_000);
  await answer;
});

/** Sends a part every 15 seconds. */
const slowly = (parts: string[]) =>
  new ReadableStream<Uint8Array>({
    async pull(body) {
      const part = parts.shift();
      if (part === undefined) return body.close();
      await new Promise((resolve) => setTimeout(resolve, 15_000));
      body.enqueue(new TextEncoder().encode(part));
    },
  });

test("a response on a slow line is received however long it takes, if it does not stall", async () => {
  vi.useFakeTimers();
  const headers = { "content-type": "application/json" };
  vi.stubGlobal("fetch", async () => new Response(slowly(['{"success": true', ', "message": "hi"', ', "data": 1', "}"]), { headers }));
  const answer = call(hello, undefined, { bearer: "x" });
  await vi.advanceTimersByTimeAsync(61_000);
  expect(await answer).toMatchObject({ message: "hi" });
});

test.each(["text/csv", "text/event-stream"])("a response in %s may take longer", async (type) => {
  vi.stubGlobal("fetch", stall(type));
  vi.useFakeTimers();
  const download = await send(hello, undefined, {}, "Bearer x");
  const body = download.body!.getReader();
  await body.read();
  const rest = vi.fn();
  void body.read().finally(rest);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(rest).not.toHaveBeenCalled();
});

const logIn = (sub: string, sid: string) => storeTokens(`x.${btoa(JSON.stringify({ sub, sid }))}.x`, `refresh ${sub}`);

/** Who sends a call of Ana's that is refused once, if this happens meanwhile. */
const askedBy = async (next: () => void): Promise<string[]> => {
  const sent: string[] = [];
  logIn("ana", "1");
  vi.stubGlobal("fetch", async (_address: string, { headers }: { headers: { authorization: string } }) => {
    const { sub } = JSON.parse(atob(headers.authorization.split(".")[1]!)) as { sub: string };
    sent.push(sub);
    if (sent.length > 1) return Response.json({ success: true });
    next();
    return new Response("{}", { status: 401 });
  });
  await call(hello, undefined).catch(() => {});
  return sent;
};

test("a call is repeated with a renewed token, but never as somebody else who has logged in meanwhile", async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  expect(await askedBy(() => logIn("ana", "2"))).toEqual(["ana", "ana"]);
  expect(await askedBy(() => logIn("ben", "3"))).toEqual(["ana"]);
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
