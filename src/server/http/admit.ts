import type { FastifyRequest } from "fastify";
import type { Endpoint } from "#shared/endpoint.ts";
import { isForStaff, may, needsTwoStep } from "#shared/roles.ts";
import { t } from "#words/t.ts";
import { bearer } from "./bearer.ts";
import { inTime, RESPOND_WITHIN_MS } from "./deadline.ts";
import { refuse, type Refusal } from "./errors.ts";
import type { LoggedIn, Shop, Visitor } from "../shop.ts";

/** Whose access token a request has, if it has not expired, without asking the database. */
export async function signedPerson(shop: Shop, request: FastifyRequest): Promise<LoggedIn | null> {
  const token = bearer(request);
  return token ? shop.signedFor(token) : null;
}

/** Throws 401 or 403 unless the request may make the call, 503 if that can't be determined in time. */
export async function admit(shop: Shop, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const begun = performance.now();
  const token = bearer(request);
  const visitor = token ? await inTime(shop.identify(token)) : null;
  request.timeLeftMs = RESPOND_WITHIN_MS - (performance.now() - begun);
  // Before a refusal, so that the log says who was refused.
  request.visitor = visitor;
  const refusal = refusalOf(shop, endpoint, visitor);
  if (refusal) throw refusal;
}

/** Why a visitor may not make a call; null if they may. */
export function refusalOf(shop: Pick<Shop, "config">, { access }: Endpoint, visitor: Visitor | null): Refusal | null {
  if (!visitor) return refuse.unauthenticated();
  if (!may(visitor.role, access)) return refuse.forbidden();
  return isForStaff(access) && isTwoStepDue(shop, visitor) ? refuse.forbidden(t("Log in with two steps to use the back office")) : null;
}

/** Whether a visitor has to log in with two steps before they see what only managers and admins may see. */
export function isTwoStepDue({ config }: Pick<Shop, "config">, { role, twoStep }: Pick<Visitor, "role" | "twoStep">): boolean {
  return config.adminTwoStep && needsTwoStep(role) && !twoStep;
}
