import * as z from "zod/mini";
import { afterEach, expect, test, vi } from "vitest";
import { endpoint } from "#shared/endpoint.ts";
import { fakeStorage } from "../../../tests/support/fake-storage.ts";
import { sendOnce } from "./send-once.ts";

const message = endpoint({
  method: "POST",
  path: "/api/message",
  access: "anyone",
  summary: "Send a message",
  input: z.object({ text: z.string() }),
  reply: z.object({}),
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const done = () => Response.json({ success: true });
const refused = (status: number) => () => Response.json({ success: false, error: true, message: "No" }, { status });
const cut = () => new Response('{"success": tr');

/** The keys under which a message is sent that is pressed again until it succeeds, if these are the responses. */
async function keysOf(...responses: (() => Response)[]): Promise<Set<string>> {
  const keys = new Set<string>();
  vi.stubGlobal("localStorage", fakeStorage());
  vi.stubGlobal("fetch", async (_address: string, { headers }: { headers: Record<string, string> }) => {
    keys.add(headers["idempotency-key"]!);
    return (responses.shift() ?? done)();
  });
  vi.useFakeTimers();
  const send = sendOnce(message);
  const press = async (): Promise<void> => {
    await send({ text: "Hello" }).catch(press);
  };
  const pressed = press();
  await vi.runAllTimersAsync();
  await pressed;
  return keys;
}

test("what may have arrived is sent again under the same key", async () => {
  expect(await keysOf(cut)).toHaveProperty("size", 1);
  expect(await keysOf(cut, cut, cut, cut)).toHaveProperty("size", 1);
  expect(await keysOf(refused(503))).toHaveProperty("size", 1);
});

test("what was refused is sent under another key", async () => {
  expect(await keysOf(refused(409))).toHaveProperty("size", 2);
});
