import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A server in front of a shop, at an origin of its own. */
export interface InFront {
  /** Without a slash at the end. */
  url: string;
  /** Breaks all connections, and refuses new ones: to the browser it is not offline. */
  cut: () => void;
  /** Listens again after {@link cut}. */
  mend: () => Promise<void>;
  close: () => void;
}

/** @param own the body of a script that it serves itself; undefined to ask the shop */
export async function serveInFront(
  shopUrl: string,
  own: (path: string) => string | Buffer | undefined = () => undefined,
): Promise<InFront> {
  const server = createServer((incoming, response) => {
    const { method, headers, url = "" } = incoming;
    const body = own(url);
    if (body !== undefined) {
      response.setHeader("content-type", "text/javascript").end(body);
      return;
    }
    const forwarded = request(shopUrl + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    forwarded.on("error", () => response.destroy());
    incoming.pipe(forwarded);
  });
  const listen = async (port: number) => {
    server.listen(port);
    await once(server, "listening");
  };
  await listen(0);
  const { port } = server.address() as AddressInfo; // it listens on a port
  const close = () => server.close().closeAllConnections();
  return { url: `http://localhost:${port}`, cut: close, mend: () => listen(port), close };
}
