import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Page } from "@playwright/test";
import type { Endpoint } from "#shared/endpoint.ts";
import { LONG } from "../support/rounds.ts";

type Cut = "before the request" | "before the response" | "within the response";

/** Where tests cut the connection, without a campaign only where it is hardest: the shop has acted, and the page knows the status. */
export const CUTS: readonly Cut[] = LONG ? ["before the request", "before the response", "within the response"] : ["within the response"];

/** Cuts the connection of a call once. @returns the requests' keys */
export async function cutOnce(page: Page, { path }: Endpoint, when: Cut): Promise<string[]> {
  const sent: string[] = [];
  await page.route(`**${path}`, async (route) => {
    sent.push(route.request().headers()["idempotency-key"] ?? "");
    if (sent.length > 1) return route.continue();
    if (when === "within the response") {
      const { origin, pathname, search } = new URL(route.request().url());
      return route.continue({ url: (await serveHalf(origin)) + pathname + search });
    }
    if (when === "before the response") await route.fetch();
    return route.abort();
  });
  return sent;
}

/** A server that passes one request on to the shop, and drops the connection half-way through the body of the response. */
async function serveHalf(shopUrl: string): Promise<string> {
  const server = createServer((incoming, response) => void sendHalf(shopUrl, incoming, response).finally(() => server.close()));
  server.listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
  return `http://localhost:${port}`;
}

async function sendHalf(shopUrl: string, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const forwarded = request(shopUrl + incoming.url, { method: incoming.method, headers: incoming.headers });
  incoming.pipe(forwarded);
  const [answer] = (await once(forwarded, "response")) as [IncomingMessage];
  const body = await buffer(answer);
  const { "transfer-encoding": _, ...headers } = answer.headers;
  response.writeHead(answer.statusCode ?? 500, { ...headers, "content-length": body.length });
  response.write(body.subarray(0, body.length / 2), () => response.destroy());
}
