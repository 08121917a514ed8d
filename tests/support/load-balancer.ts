import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { untilTrue } from "./shop-process.ts";

const CHECK_EVERY_MS = 100;

/** A load balancer in front of several shops, like the ones that `docs/two-machines.md` asks for: it never sends a request twice. */
export interface LoadBalancer {
  url: string;
  /** Requests that got no response from a shop. */
  cut: string[];
  /** Resolves once it has checked every shop again. */
  checked(): Promise<void>;
  close(): void;
}

export async function openLoadBalancer(shops: readonly string[]): Promise<LoadBalancer> {
  const agent = new Agent({ keepAlive: true });
  const serving = new Set(shops);
  const checks = new Map(shops.map((shop) => [shop, 0]));
  const cut: string[] = [];
  let turn = 0;
  const over = new AbortController();
  async function check(shop: string): Promise<void> {
    while (!over.signal.aborted) {
      if (await serves(shop)) serving.add(shop);
      else serving.delete(shop);
      checks.set(shop, checks.get(shop)! + 1);
      await delay(CHECK_EVERY_MS, undefined, { ref: false });
    }
  }
  for (const shop of shops) void check(shop);

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const shop = [...serving][++turn % serving.size];
    const about = `${incoming.method} ${incoming.url} at ${shop ?? "no shop"}`;
    if (!shop) {
      cut.push(about);
      outgoing.writeHead(503).end("{}");
      return;
    }
    const onward = request(shop + incoming.url, { method: incoming.method, headers: incoming.headers, agent }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    onward.on("error", (error) => {
      cut.push(`${about}: ${error.message}`);
      outgoing.writeHead(502).end("{}");
    });
    incoming.pipe(onward);
  }
  const server = createServer(pass).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    async checked() {
      // A check may have begun before.
      const goal = new Map([...checks].map(([shop, count]) => [shop, count + 2]));
      await untilTrue(() => shops.every((shop) => checks.get(shop)! >= goal.get(shop)!));
    },
    close() {
      over.abort();
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}

async function serves(shop: string): Promise<boolean> {
  try {
    const response = await fetch(`${shop}/servez`);
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
}
