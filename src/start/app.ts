import fastify, { LogController, type FastifyInstance } from "fastify";
import type { Shop } from "#server/shop.ts";
import { BODY_LIMIT } from "#shared/endpoint.ts";
import { respondInTime } from "#server/http/deadline.ts";
import { apiDocsRoutes } from "#server/http/api-docs.ts";
import { limitConnections, SERVER_TIMEOUTS } from "#server/limits/connections.ts";
import { toRefusal } from "#server/http/errors.ts";
import { everyRequest, requestIds, sayHttpsOnly } from "#server/http/every-request.ts";
import { createCachingServer } from "#server/cache/raw-request-cache.ts";
import { limitBodies } from "#server/limits/body-budget.ts";
import { readJson } from "#server/http/read-json.ts";
import { answerInLanguage, inLanguageOf, takeLanguage } from "#server/http/request-language.ts";
import { workerRoute } from "#server/render/worker-route.ts";
import { healthRoutes } from "#server/http/health.ts";
import { measureServer, nameRoutes } from "#server/metrics/web-metrics.ts";
import { isTracing } from "#server/tracing/spans.ts";
import { traceServer } from "#server/tracing/trace-server.ts";
import { shopSandbox } from "./sandbox.ts";
import { readHoldings } from "./user-holdings.ts";
import { refuseUnknownCalls } from "#server/http/unknown-calls.ts";
import { readLiterally, refuseAddress, refuseUnreadable } from "#server/http/unreadable.ts";
import { profileRoutes } from "#features/account/profile/routes.ts";
import { resendVerificationRoute } from "#features/account/resend-verification.ts";
import { accountRoutes } from "#features/account/routes.ts";
import { twoStepLoginRoutes } from "#features/account/two-step/login-routes.ts";
import { twoStepRoutes } from "#features/account/two-step/routes.ts";
import { addressRoutes } from "#features/addresses/routes.ts";
import { auditRoutes } from "#features/audit/routes.ts";
import { backOfficeRoutes } from "#features/back-office/routes.ts";
import { cartRoutes } from "#features/cart/routes.ts";
import { adminCatalogueRoutes } from "#features/catalogue/admin/routes.ts";
import { importRoutes } from "#features/catalogue/import/routes.ts";
import { narrowingRoutes } from "#features/catalogue/narrowing/settings/routes.ts";
import { relatedRoutes } from "#features/catalogue/related/routes.ts";
import { catalogueRoutes } from "#features/catalogue/routes.ts";
import { sitemapRoutes } from "#features/catalogue/sitemap.ts";
import { complaintRoutes } from "#features/complaints/routes.ts";
import { contactRoutes } from "#features/contact/routes.ts";
import { couponRoutes } from "#features/coupons/routes.ts";
import { customerRoutes } from "#features/customers/routes.ts";
import { dashboardRoutes } from "#features/dashboard/routes.ts";
import { invitationRoutes } from "#features/invitations/routes.ts";
import { fileRoutes } from "#features/files/routes.ts";
import { adminOrderRoutes } from "#features/orders/admin/routes.ts";
import { liveRoutes } from "#features/live/routes.ts";
import { listRoutes } from "#features/lists/routes.ts";
import { missingRoutes } from "#features/pick/missing/routes.ts";
import { putBackRoutes } from "#features/pick/put-back/routes.ts";
import { pickRoutes } from "#features/pick/routes.ts";
import { orderRoutes } from "#features/orders/routes.ts";
import { resetRoutes } from "#features/reset/routes.ts";
import { sandboxMailRoutes } from "#sandbox/mail/routes.ts";
import { paymentRoutes } from "#features/payments/routes.ts";
import { searchReportRoutes } from "#features/search/report/routes.ts";
import { synonymRoutes } from "#features/search/synonyms/routes.ts";
import { completionRoutes } from "#features/search/completions/routes.ts";
import { searchRoutes } from "#features/search/routes.ts";
import { deliveryRoutes } from "#features/delivery/routes.ts";
import { securityRoutes } from "#features/security/routes.ts";
import { pushRoutes } from "#features/push/routes.ts";
import { staffRoutes } from "#features/staff/routes.ts";
import { manifestRoute } from "#features/shop/manifest.ts";
import { shopRoutes } from "#features/shop/routes.ts";

/** Lets proxies know that this process is about to leave, while it keeps serving. */
export function startDraining({ drain, rawRequests }: Pick<Shop, "drain" | "rawRequests">): void {
  drain.begin();
  rawRequests.stop();
}

/** The whole server: `main.ts` listens with it, tests call it without a port. */
export function buildApp(shop: Shop): FastifyInstance {
  const newRequestId = requestIds();
  let closeUnused: (() => void) | undefined;
  const app = fastify({
    serverFactory(others) {
      const server = createCachingServer(shop.rawRequests, shop.log, newRequestId, SERVER_TIMEOUTS, takeLanguage(readLiterally(others)));
      closeUnused = limitConnections(server, {
        log: shop.log,
        behindProxy: shop.config.trustProxy !== false,
        isLimited: shop.config.rateLimit,
      });
      if (shop.config.metrics) measureServer(server);
      if (isTracing()) traceServer(server);
      if (shop.config.publicUrl.startsWith("https:")) server.prependListener("request", sayHttpsOnly);
      return server;
    },
    loggerInstance: shop.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    bodyLimit: BODY_LIMIT,
    trustProxy: shop.config.trustProxy,
    // Finish current requests, close idle connections at once.
    forceCloseConnections: "idle",
    // While shutting down, requests on open connections are still served, as the last ones on their connections.
    return503OnClosing: false,
    frameworkErrors: (_error, _request, reply) => refuseAddress(reply),
    clientErrorHandler: refuseUnreadable,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  });
  app.decorateRequest("visitor", null);

  answerInLanguage(app);
  everyRequest(app, shop.drain);
  if (shop.config.metrics || isTracing()) nameRoutes(app);
  limitBodies(app);
  shop.shedding.register(app, async (token) => (await shop.signedFor(token)) !== null);
  app.addHook("preClose", (done) => {
    startDraining(shop);
    closeUnused?.();
    done();
  });
  app.setErrorHandler(async (error, request, reply) => {
    const { refusal, defect } = inLanguageOf(request, () => toRefusal(error));
    if (defect) shop.log.error({ id: request.id, err: error }, "a defect");
    // The shop's own refusals may come by the thousands.
    else if (refusal.status === 503 && error !== refusal) shop.log.warn({ id: request.id, err: error }, "no answer at the moment");
    if (!defect) await shop.shedding.pauseBefore(refusal);
    return reply
      .code(refusal.status)
      .headers({ "cache-control": "no-store", ...refusal.headers })
      .send({ success: false, error: true, message: refusal.message, ...refusal.fields });
  });
  readJson(app);
  respondInTime(app);

  workerRoute(app, shop);
  healthRoutes(app, shop);
  shopRoutes(app, shop);
  manifestRoute(app, shop);
  catalogueRoutes(app, shop);
  adminCatalogueRoutes(app, shop);
  narrowingRoutes(app, shop);
  relatedRoutes(app, shop);
  importRoutes(app, shop);
  searchRoutes(app, shop);
  completionRoutes(app, shop);
  synonymRoutes(app, shop);
  searchReportRoutes(app, shop);
  sitemapRoutes(app, shop);
  accountRoutes(app, shop);
  twoStepLoginRoutes(app, shop);
  twoStepRoutes(app, shop);
  profileRoutes(app, shop, readHoldings);
  securityRoutes(app, shop);
  resendVerificationRoute(app, shop);
  resetRoutes(app, shop);
  addressRoutes(app, shop);
  cartRoutes(app, shop);
  listRoutes(app, shop);
  deliveryRoutes(app, shop);
  liveRoutes(app, shop);
  orderRoutes(app, shop);
  adminOrderRoutes(app, shop);
  pickRoutes(app, shop);
  putBackRoutes(app, shop);
  missingRoutes(app, shop);
  paymentRoutes(app, shop);
  couponRoutes(app, shop);
  fileRoutes(app, shop);
  auditRoutes(app, shop);
  contactRoutes(app, shop);
  complaintRoutes(app, shop);
  backOfficeRoutes(app, shop);
  customerRoutes(app, shop);
  dashboardRoutes(app, shop);
  pushRoutes(app, shop);
  staffRoutes(app, shop);
  invitationRoutes(app, shop);
  if (shop.config.sandbox) sandboxMailRoutes(app, shop);
  shopSandbox(app, shop);

  apiDocsRoutes(app, shop);
  refuseUnknownCalls(app, shop.inProcess);
  return app;
}
