import { request, type OutgoingHttpHeaders } from "node:http";
import { expect, test } from "vitest";
import { openTestShop } from "../../../tests/support/test-shop.ts";

const { app } = await openTestShop();
const address = `${await app.listen({ port: 0, host: "127.0.0.1" })}/api/openapi.json`;

/** The raw response, as it goes over the wire. */
const ask = (asked: OutgoingHttpHeaders) =>
  new Promise<{ status: number | undefined; encoding: string | undefined }>((resolve, reject) => {
    request(address, { headers: asked }, (answer) => {
      resolve({ status: answer.statusCode, encoding: answer.headers["content-encoding"] });
      answer.resume();
    })
      .on("error", reject)
      .end();
  });

test.each([
  [undefined, undefined],
  ["br", "br"],
  ["gzip, deflate, br;q=0.1", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br; q=0.000,gzip;q=0", undefined],
  ["BR", "br"],
  ["brotli, xgzip", undefined],
])("accepting %s gets %s", async (accepted, encoding) => {
  expect(await ask(accepted === undefined ? {} : { "accept-encoding": accepted })).toEqual({ status: 200, encoding });
});
