// The upper bound: a bare `node:http` server that reads each request to its end, as any server that depends on the body must, and
// sends recorded responses in the order it was given them.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A response recorded from the shop. */
export interface Recorded {
  status: number;
  headers: Record<string, string>;
  /** Base64. */
  body: string;
}

process.once("message", (answers: Recorded[]) => {
  const ready = answers.map(({ status, headers, body }) => ({ status, headers, body: Buffer.from(body, "base64") }));
  let next = 0;
  const answer = (response: ServerResponse) => {
    const { status, headers, body } = ready[next++ % ready.length]!;
    response.writeHead(status, headers).end(body);
  };
  const server = createServer((request, response) => {
    if (request.method === "GET") return answer(response);
    request.resume().on("end", () => answer(response));
  });
  server.listen(0, "127.0.0.1", () => process.send!((server.address() as AddressInfo).port));
});
