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
  /** From now on responds like a gateway that can't reach the shop, with this status; 0 to reach it again. */
  failWith: (status: number) => void;
  close: () => void;
}

/** @param own the body of a script that it serves itself; undefined to ask the shop */
export async function serveInFront(
  shopUrl: string,
  own: (path: string) => string | Buffer | undefined = () => undefined,
): Promise<InFront> {
  let failure = 0;
  const server = createServer((incoming, response) => {
    const { method, headers, url = "" } = incoming;
    if (failure > 0) {
      response.writeHead(failure, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>");
      return;
    }
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
  const failWith = (status: number) => void (failure = status);
  return { url: `http://localhost:${port}`, cut: close, mend: () => listen(port), failWith, close };
}
