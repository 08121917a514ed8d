import { describe, expect, test } from "vitest";
import type { EVENT_KINDS } from "../timeline/contract.ts";
import { checkRefundOfAll, refundedByStaff } from "./refund-limit.ts";

type Kind = (typeof EVENT_KINDS)[number];
const event = (kind: Kind, who: string, after = "") => ({ kind, who, before: "", after });
const refunded = (timeline: ReturnType<typeof event>[]) => refundedByStaff({ timeline, totalCents: 2000 });

const requested = event("REFUND REQUESTED", "pia");
const leftToStaff = event("DIFFERENCE BY HAND", "shop", "0.50");
const paidByHand = event("DIFFERENCE DONE", "pia", "0.50");
const failed = event("REFUND FAILED", "shop");
const done = event("REFUND DONE", "shop");

describe("a refund of $20.00, of which $0.50 are left to the staff", () => {
  test.each([
    ["done, then by hand", [requested, leftToStaff, done, paidByHand]],
    ["by hand, then done", [requested, leftToStaff, paidByHand, done]],
    ["failed, asked for again, then by hand", [requested, leftToStaff, failed, requested, done, paidByHand]],
    ["failed, by hand, then asked for again", [requested, leftToStaff, failed, paidByHand, requested, done]],
    ["failed, asked for again, by hand, then done", [requested, leftToStaff, failed, requested, paidByHand, done]],
    ["failed, then all of it by hand", [requested, leftToStaff, failed, paidByHand, event("REFUND DONE", "pia")]],
    [
      "asked for by the shopper, and again by staff",
      [event("REFUND REQUESTED", "shopper"), leftToStaff, paidByHand, failed, requested, done],
    ],
  ])("counts once: %s", (_name, timeline) => {
    expect(refunded(timeline)).toBe(2000);
  });

  test("is within a limit of $20.00 when it is asked for again", () => {
    const timeline = [requested, leftToStaff, paidByHand, failed];
    expect(refunded(timeline)).toBe(50);
    const checkAs = (mayRefundCents: number) => () => checkRefundOfAll({ timeline, totalCents: 2000 }, { adminId: "pia", mayRefundCents });
    expect(checkAs(2000)).not.toThrow();
    expect(checkAs(1999)).toThrow("Only an admin can refund more than $19.99");
  });

  test("counts again once the order was reopened and canceled again, but not what is left of a refund that failed", () => {
    const again = [event("CANCELLED", "pia"), requested, done];
    expect(refunded([...again, ...again])).toBe(4000);
    expect(refunded([requested, leftToStaff, done, paidByHand, ...again])).toBe(4000);
    expect(refunded([requested, leftToStaff, failed, paidByHand, ...again])).toBe(2000);
    expect(refunded([requested, leftToStaff, failed, ...again, paidByHand])).toBe(2000);
  });
});

test("a difference that failed and was asked for again counts once", () => {
  const due = event("DIFFERENCE DUE", "pia", "4.00");
  const notDone = event("DIFFERENCE FAILED", "shop", "4.00");
  expect(refunded([due])).toBe(400);
  expect(refunded([due, notDone])).toBe(0);
  expect(refunded([due, notDone, due, event("DIFFERENCE DONE", "shop", "4.00")])).toBe(400);
  expect(refunded([event("DIFFERENCE DUE", "shopper", "4.00"), notDone])).toBe(0);
});

test("a difference that was refunded still counts after a later one of the shopper failed", () => {
  const [due, isDone] = [event("DIFFERENCE DUE", "pia", "4.00"), event("DIFFERENCE DONE", "shop", "4.00")];
  const [ofShopper, notDone] = [event("DIFFERENCE DUE", "shopper", "3.00"), event("DIFFERENCE FAILED", "shop", "3.00")];
  expect(refunded([due, isDone, ofShopper, notDone])).toBe(400);
  expect(refunded([ofShopper, due, notDone, isDone])).toBe(400);
  expect(refunded([due, ofShopper, event("DIFFERENCE FAILED", "shop", "4.00"), event("DIFFERENCE DONE", "shop", "3.00")])).toBe(0);
});

test("what is given away when an order is packed counts each time", () => {
  expect(refunded([event("PACKED", "pia", "30.81"), event("PACKED", "pia"), event("PACKED", "pia", "28.74")])).toBe(5955);
});
