import { createServer, request, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { readLiterally } from "./unreadable.ts";

/** Responds with the address that it was asked for. */
const server = createServer(readLiterally(({ url }, response) => void response.end(url)));
await new Promise<void>((listens) => void server.listen(0, "127.0.0.1", listens));
afterAll(() => void server.close());

const read = (path: string, headers: IncomingHttpHeaders = { accept: "text/html,*/*;q=0.8" }) =>
  new Promise<string>((resolve, reject) => {
    const { port } = server.address() as AddressInfo; // it listens on a port
    const sent = request({ port, host: "127.0.0.1", path, headers }, (response) => void text(response).then(resolve, reject));
    sent.on("error", reject).end();
  });

test("a browser's address that can't be decoded is read literally, so that the pages can say it is unknown", async () => {
  expect(await read("/es/%E0%A4%A")).toBe("/es/%25E0%25A4%25A");
  expect(await read("/%zz?q=50%")).toBe("/%25zz?q=50%");
  expect(await read("/figs%01")).toBe("/figs%2501");
  expect(await read("/search?q=a%00b")).toBe("/search?q=ab");
});

test("other addresses stay as they are, and so do those of programs and calls", async () => {
  for (const path of ["/", "/Jam%C3%B3n-1", "/search?q=50%25", "/api/%zz"]) expect(await read(path)).toBe(path);
  expect(await read("/%zz", { accept: "*/*" })).toBe("/%zz");
});
