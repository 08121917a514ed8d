import { expect, test, vi } from "vitest";
import { changingShop } from "../../../tests/support/changing-shop.ts";
import { addProduct } from "../../../tests/support/goods.ts";
import { openPayingShop } from "../../../tests/support/paying-shop.ts";
import { untilBlocked } from "../../../tests/support/until-blocked.ts";
import { RESPOND_WITHIN_MS } from "#server/http/deadline.ts";
import { readAttempt } from "./store.ts";

const shop = await openPayingShop();

test("a webhook that can't be recorded is answered in time, so that the provider sends it again", async () => {
  const order = await changingShop(shop).cardOrder({ [await addProduct(shop, { price: 4 })]: 1 });
  const { pool, db } = shop.shop.database;
  const { chargeRef } = (await readAttempt(db, (await order.details())._id))!;
  const event = { object: "event", id: "evt_test_1", type: "charge.creation.succeeded", data: JSON.stringify({ id: chargeRef }) };
  const holder = await pool.connect();
  await holder.query("begin; lock table webhook_event in access exclusive mode");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const answer = shop.app.inject({ method: "POST", url: "/api/webhooks/culqi", payload: event }).then((response) => response);
    await untilBlocked(shop);
    vi.advanceTimersByTime(RESPOND_WITHIN_MS);
    expect((await answer).statusCode).toBe(503);
  } finally {
    vi.useRealTimers();
    await holder.query("rollback");
    holder.release();
  }
});
