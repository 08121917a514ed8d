import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { toRefusal } from "#server/http/errors.ts";
import { parseJson } from "#server/http/read-json.ts";
import { faultRoutes } from "../fault-routes.ts";
import type { Fault } from "../faults.ts";
import { BODY_LIMIT, ProviderError, send, serveOperation, type Answer } from "../operation.ts";
import { checkToken, isMerchant, issueToken } from "./access.ts";
import { returnAddress, sendApprovalPage, sendLapsedPage } from "./approval-page.ts";
import { errorAnswer, isIssue, paypalError } from "./errors.ts";
import { approveOrder, captureOrder, createOrder, findOrder, settleCapture, showCapture, showOrder } from "./orders.ts";
import { fingerprintOf, type PayPal, type Repeatable } from "./paypal.ts";
import { refundCapture, settleRefund, showRefund } from "./refunds.ts";
import { ALGORITHM, isSigned, signingKey } from "./signature.ts";

/** Path of the certificate under the API's base URL. */
export const CERTIFICATE_PATH = "/v1/notifications/certs/CERT-despensa-practice";

type Handler = (request: FastifyRequest, faults: readonly Fault[]) => Promise<Answer>;
/** The id in a path, under the name used by the routes below. */
const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;

const failure = () => errorAnswer(500, []);

/** PayPal's API and pages, on their own Fastify instance. */
export function paypalRoutes(app: FastifyInstance, paypal: PayPal): void {
  readBodies(app);
  app.setErrorHandler((error, request, reply) =>
    send(
      reply,
      toAnswer(error, (defect) => request.log.error({ err: defect }, "a defect of the sandbox")),
    ),
  );
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(errorAnswer(404, []).body));
  const serve = (name: string, method: "GET" | "POST", url: string, handler: Handler) =>
    serveOperation(app, { name, method, url, faults: paypal.faults, errorOf: paypalError, failure }, handler);
  const call = (name: string, method: "GET" | "POST", url: string, handler: Handler) =>
    serve(name, method, url, async (request, faults) => {
      checkToken(paypal, request.headers.authorization);
      checkHeaders(request);
      return handler(request, faults);
    });

  serve("token", "POST", "/v1/oauth2/token", async ({ headers, body }) => issueToken(paypal, headers.authorization, body));
  call("create", "POST", "/v2/checkout/orders", (request) => createOrder(paypal, request.body, formOf(request), repeatable(request)));
  call("read", "GET", "/v2/checkout/orders/:id", (request) => showOrder(paypal, idOf(request)));
  call("capture", "POST", "/v2/checkout/orders/:id/capture", (request, faults) =>
    captureOrder(paypal, idOf(request), formOf(request), repeatable(request), faults),
  );
  call("read-capture", "GET", "/v2/payments/captures/:id", (request) => showCapture(paypal, idOf(request)));
  call("refund", "POST", "/v2/payments/captures/:id/refund", (request, faults) =>
    refundCapture(paypal, idOf(request), request.body, repeatable(request), faults),
  );
  call("read-refund", "GET", "/v2/payments/refunds/:id", (request) => showRefund(paypal, idOf(request)));
  call("verify", "POST", "/v1/notifications/verify-webhook-signature", ({ body }) => verifySignature(paypal, body));
  app.get(CERTIFICATE_PATH, async (_request, reply) =>
    reply.type("application/x-pem-file").send((await signingKey(paypal.store)).certificate),
  );

  payerPages(app, paypal);
  faultRoutes(app, paypal.faults, (request) => isMerchant(paypal, request.headers.authorization));
  app.post("/captures/:id/settle", async (request, reply) => {
    if (!isMerchant(paypal, request.headers.authorization)) throw paypalError("AUTHENTICATION_FAILURE");
    const { status } = z.object({ status: z.enum(["COMPLETED", "DECLINED"]) }).parse(request.body);
    const answer = await settleCapture(paypal, idOf(request), status);
    return reply.code(answer.status).send(answer.body);
  });
  app.post("/refunds/:id/settle", async (request, reply) => {
    if (!isMerchant(paypal, request.headers.authorization)) throw paypalError("AUTHENTICATION_FAILURE");
    const { status } = z.object({ status: z.enum(["COMPLETED", "FAILED"]) }).parse(request.body);
    const answer = await settleRefund(paypal, idOf(request), status);
    return reply.code(answer.status).send(answer.body);
  });
}

/** The pages for the payer's browser. */
function payerPages(app: FastifyInstance, paypal: PayPal): void {
  const find = (id: string) => paypal.store.transact((records) => findOrder(paypal, records, id));
  app.get("/checkoutnow", async (request, reply) => {
    const token = String((request.query as { token?: unknown }).token);
    const order = await find(token).catch(nullIfMissing);
    return order ? sendApprovalPage(reply, order) : sendLapsedPage(reply);
  });
  app.post("/checkoutnow", async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const approved = form.get("action") === "approve";
    const token = form.get("token") ?? "";
    const order = await (approved ? approveOrder(paypal, token) : find(token)).catch(nullIfMissing);
    if (!order) return sendLapsedPage(reply);
    return reply.redirect(returnAddress(order, approved), 303);
  });
}

function nullIfMissing(error: unknown): null {
  if (error instanceof ProviderError && error.answer.status === 404) return null;
  throw error;
}

/** Accepts JSON, and forms for token requests and the approval page. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string", bodyLimit: BODY_LIMIT }, (_request, body, done) => {
    try {
      done(null, body === "" ? undefined : parseJson(String(body)));
    } catch {
      done(paypalError("MALFORMED_REQUEST_JSON"));
    }
  });
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string", bodyLimit: BODY_LIMIT }, (_request, body, done) => {
    const form = new URLSearchParams(String(body));
    // PostgreSQL can't store NUL.
    if ([...form.values()].some((value) => value.includes("\0"))) return done(paypalError("MALFORMED_REQUEST_JSON"));
    done(null, form);
  });
}

const REQUEST_ID_MAX = 108;

/** @throws ProviderError for invalid headers, or what a negative test asks for */
function checkHeaders(request: FastifyRequest): void {
  const { headers, method } = request;
  if (method === "POST" && !/^application\/json\b/i.test(headers["content-type"] ?? "")) throw new ProviderError(errorAnswer(415, []));
  const id = headers["paypal-request-id"];
  if (id !== undefined && (id.length < 1 || id.length > REQUEST_ID_MAX)) {
    throw paypalError({ issue: "INVALID_STRING_LENGTH", field: "PayPal-Request-Id" });
  }
  const prefer = headers["prefer"];
  if (prefer !== undefined && !/^return=(minimal|representation)$/.test(String(prefer))) {
    throw paypalError({ issue: "INVALID_PARAMETER_VALUE", field: "Prefer", value: String(prefer) });
  }
  const mock = headers["paypal-mock-response"];
  if (mock !== undefined) throw mocked(String(mock));
}

/** The error requested by a negative test: `{"mock_application_codes":"INSTRUMENT_DECLINED"}`. */
function mocked(header: string): ProviderError {
  const asked = z.object({ mock_application_codes: z.union([z.string(), z.array(z.string()).min(1)]) });
  try {
    const { mock_application_codes: codes } = asked.parse(JSON.parse(header));
    const issues = [codes].flat();
    if (issues.every(isIssue)) return paypalError(issues.map((issue) => ({ issue })));
  } catch {
    // same as an unknown one
  }
  return paypalError({ issue: "INVALID_PARAMETER_VALUE", field: "PayPal-Mock-Response", value: header });
}

const formOf = ({ headers }: FastifyRequest) => (headers["prefer"] === "return=representation" ? "representation" : "minimal");

function repeatable(request: FastifyRequest): Repeatable {
  const id = request.headers["paypal-request-id"];
  const path = request.url.split("?", 1)[0]!;
  return { requestId: typeof id === "string" ? id : undefined, fingerprint: fingerprintOf(request.method, path, request.body) };
}

const verifyShape = z.object({
  auth_algo: z.string().max(100),
  cert_url: z.string().max(500),
  transmission_id: z.string().max(50),
  transmission_sig: z.string().max(500),
  transmission_time: z.string().max(100),
  webhook_id: z.string().max(50),
  webhook_event: z.record(z.string(), z.unknown()),
});

async function verifySignature(paypal: PayPal, body: unknown): Promise<Answer> {
  const parsed = verifyShape.safeParse(body);
  if (!parsed.success) {
    throw paypalError(parsed.error.issues.map((issue) => ({ issue: "INVALID_PARAMETER_SYNTAX", field: `/${issue.path.join("/")}` })));
  }
  const sent = parsed.data;
  const isOurs =
    sent.auth_algo === ALGORITHM && sent.webhook_id === paypal.webhookId && sent.cert_url === `${paypal.apiUrl}${CERTIFICATE_PATH}`;
  const key = await signingKey(paypal.store);
  const verified = isOurs && isSigned(key, paypal.webhookId, sent, JSON.stringify(sent.webhook_event));
  return { status: 200, body: { verification_status: verified ? "SUCCESS" : "FAILURE" } };
}

function toAnswer(error: unknown, log: (defect: unknown) => void): Answer {
  if (error instanceof ProviderError) return error.answer;
  if (error instanceof z.ZodError) return { status: 400, body: { message: z.prettifyError(error) } };
  const { refusal, defect } = toRefusal(error);
  const { status, headers } = refusal;
  if (status === 503) return { ...errorAnswer(503, []), status, headers };
  if (!defect) return { ...errorAnswer(status === 415 ? 415 : 400, []), status };
  log(error);
  return errorAnswer(500, []);
}
