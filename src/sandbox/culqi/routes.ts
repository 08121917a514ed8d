import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { toRefusal } from "#server/http/errors.ts";
import { parseJson } from "#server/http/read-json.ts";
import { faultRoutes } from "../fault-routes.ts";
import type { Fault } from "../faults.ts";
import { isSame } from "../is-same.ts";
import { BODY_LIMIT, ProviderError, send, serveOperation, type Answer } from "../operation.ts";
import { createCharge, listCharges, showCharge } from "./charges.ts";
import type { Culqi } from "./culqi.ts";
import { culqiError, declined, DECLINES, errorAnswer } from "./errors.ts";
import { createOrder, showOrder } from "./orders.ts";
import { createRefund, showRefund } from "./refunds.ts";
import { createToken, passChallenge } from "./tokens.ts";
import { createYapeToken } from "./yape.ts";

/** Stand-ins for the scripts that Culqi serves to browsers. */
const SCRIPTS = ["checkout.js", "3ds.js", "pay-dialog.js", "ways.js"] as const;

type Handler = (request: FastifyRequest, faults: readonly Fault[]) => Promise<Answer>;
/** The id in a path, under the name used by the routes below. */
const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;

const failure = () => errorAnswer("api_error", "An error on Culqi's side");
const errorOf = (issue: string) => (issue in DECLINES ? declined(issue, "chr_test_practice0000000") : culqiError("api_error", issue));

/** Culqi's API and scripts, on their own Fastify instance. */
export function culqiRoutes(app: FastifyInstance, culqi: Culqi): void {
  readJson(app);
  app.setErrorHandler((error, request, reply) =>
    send(
      reply,
      toAnswer(error, (defect) => request.log.error({ err: defect }, "a defect of the sandbox")),
    ),
  );
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(errorAnswer("resource_error", "There is no such address").body));

  const serve = (key: string, name: string, method: "GET" | "POST", url: string, handler: Handler) =>
    serveOperation(app, { name, method, url, faults: culqi.faults, errorOf, failure }, (request, faults) => {
      checkKey(key, request);
      return handler(request, faults);
    });
  const { publicKey, secretKey } = culqi;

  serve(publicKey, "token", "POST", "/v2/tokens", ({ body }) => createToken(culqi, body));
  serve(publicKey, "yape-token", "POST", "/v2/tokens/yape", ({ body }) => createYapeToken(culqi, body));
  serve(publicKey, "challenge", "POST", "/3ds/challenge", ({ body }) => passChallenge(culqi, body));
  serve(secretKey, "charge", "POST", "/v2/charges", ({ body }) => createCharge(culqi, body));
  serve(secretKey, "list", "GET", "/v2/charges", ({ query }, faults) => listCharges(culqi, query, faults));
  serve(secretKey, "read", "GET", "/v2/charges/:id", (request) => showCharge(culqi, idOf(request)));
  serve(secretKey, "refund", "POST", "/v2/refunds", ({ body }) => createRefund(culqi, body));
  serve(secretKey, "read-refund", "GET", "/v2/refunds/:id", (request) => showRefund(culqi, idOf(request)));
  serve(secretKey, "order", "POST", "/v2/orders", ({ body }) => createOrder(culqi, body));
  serve(secretKey, "read-order", "GET", "/v2/orders/:id", (request) => showOrder(culqi, idOf(request)));

  letBrowsersCall(app, ["/v2/tokens", "/v2/tokens/yape", "/3ds/challenge"]);
  for (const script of SCRIPTS) {
    const source = readFileSync(join(import.meta.dirname, "browser", script), "utf8");
    app.get(`/${script}`, async (_request, reply) =>
      reply
        .type("text/javascript; charset=utf-8")
        .headers({ "cache-control": "no-cache", "access-control-allow-origin": "*" })
        .send(source),
    );
  }
  faultRoutes(app, culqi.faults, (request) => isSame(bearer(request), secretKey));
}

const bearer = (request: FastifyRequest) => /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";

function checkKey(key: string, request: FastifyRequest): void {
  if (isSame(bearer(request), key)) return;
  throw culqiError("authentication_error", "The key is missing, wrong, or of the other kind", { code: "invalid_api_key" });
}

/** Enables CORS, because the shop may be on another origin, as with the real Culqi. */
function letBrowsersCall(app: FastifyInstance, paths: readonly string[]): void {
  app.addHook("onSend", async (request, reply) => {
    const path = request.routeOptions.url ?? "";
    if (paths.some((end) => path.endsWith(end))) reply.header("access-control-allow-origin", "*");
  });
  for (const path of paths) {
    app.options(path, async (_request, reply) =>
      reply
        .code(204)
        .headers({ "access-control-allow-headers": "authorization, content-type", "access-control-allow-methods": "POST" })
        .send(),
    );
  }
}

function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string", bodyLimit: BODY_LIMIT }, (_request, body, done) => {
    try {
      done(null, parseJson(String(body)));
    } catch {
      done(culqiError("invalid_request_error", "The body is not valid JSON"));
    }
  });
}

function toAnswer(error: unknown, log: (defect: unknown) => void): Answer {
  if (error instanceof ProviderError) return error.answer;
  if (error instanceof z.ZodError) return { status: 400, body: { message: z.prettifyError(error) } };
  const { refusal, defect } = toRefusal(error);
  const { status, headers } = refusal;
  if (status === 503) return { ...failure(), status, headers };
  if (!defect) return { ...errorAnswer("invalid_request_error", "The request is not valid"), status };
  log(error);
  return failure();
}
