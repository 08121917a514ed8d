import { call } from "#web/call.ts";
import { readAgain, usePersonal } from "#web/session/session.ts";
import { listCoupons } from "../../contract.ts";

const NAME = ["coupons"];

/** All coupons, with their uses. */
export const useCoupons = () => usePersonal(NAME, async () => (await call(listCoupons, undefined)).data);

export const readCouponsAgain = () => readAgain(NAME);
