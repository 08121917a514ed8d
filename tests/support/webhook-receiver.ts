import { createServer } from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { afterAll } from "vitest";
import { untilTrue } from "./shop-process.ts";

export interface Received {
  headers: Record<string, string>;
  body: string;
  at: number;
}

/** A server that only receives webhooks. */
export async function openReceiver() {
  const received: Received[] = [];
  let failures = { status: 200, left: 0 };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push({ headers: request.headers as Record<string, string>, body, at: Date.now() });
    response.writeHead(failures.left-- > 0 ? failures.status : 200).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => void server.close());
  const address = server.address();
  const about = (thing: string) => received.filter(({ body }) => body.includes(thing));
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address?.port}`,
    about,
    /** Responds with this status the next `times` times. */
    answer: (status: number, times: number) => void (failures = { status, left: times }),
    /** Waits for these events about an object (by id) and checks their order. */
    async receives(thing: string, ...wanted: string[]): Promise<Received[]> {
      await untilTrue(() => about(thing).length >= wanted.length, 8000);
      const types = about(thing).map(({ body }) => typeOf(JSON.parse(body)));
      if (types.join() !== wanted.join()) throw new Error(`There came ${types.join(", ")}`);
      return about(thing);
    },
  };
}

const typeOf = (event: { event_type?: string; type?: string }) => event.event_type ?? event.type;
