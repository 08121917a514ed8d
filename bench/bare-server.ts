// The measure of what is possible: `node:http` that reads a request to its end, which whoever answers by what it says must,
// and answers bytes it was given, in the order it was given them.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One answer of the shop, to be given again. */
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
