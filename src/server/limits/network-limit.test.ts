import { expect, test } from "vitest";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { NetworkLimit } from "./network-limit.ts";
import { countedUnlessFailed } from "./count-together.ts";

const { shop } = await openTestShop({ RATE_LIMIT: "on" });
const statusOf = (tried: Promise<void>) =>
  tried.then(
    () => 200,
    ({ status }: { status: number }) => status,
  );

test("an IPv6 /48 is counted as well as its /64 networks; IPv4 addresses have no wider network", async () => {
  const limit = new NetworkLimit(shop, { name: "test-networks", tries: 2, seconds: 60 });
  const from = (ip: string) => statusOf(limit.count(ip, "ana"));
  const statuses = [];
  for (let n = 0; n < 9; n++) statuses.push(await from(`2001:db8:1:${n}::1`));
  expect(statuses).toEqual([...Array<number>(8).fill(200), 429]);
  expect(await from("2001:db8:2::1")).toBe(200);
  await limit.giveBack("2001:db8:1:7::1", "ana");
  expect(await from("2001:db8:1:99::1")).toBe(429); // the refused try counts too
  await limit.forget("2001:db8:1:7::1", "ana");
  expect(await from("2001:db8:1:99::1")).toBe(200);
  for (let n = 0; n < 20; n++) expect(await from(`203.0.113.${n}`)).toBe(200);
});

test("work from a network counts for its /48 too, and not at all if it fails", async () => {
  const limit = new NetworkLimit(shop, { name: "test-counted", tries: 2, wideTries: 3, seconds: 60 });
  await expect(countedUnlessFailed(limit.limitsOf("2001:db8:1:1::1", 2), () => Promise.reject(new Error("sold out")))).rejects.toThrow(
    "sold out",
  );
  await countedUnlessFailed(limit.limitsOf("2001:db8:1:1::1", 2), async () => {});
  await expect(countedUnlessFailed(limit.limitsOf("2001:db8:1:2::1", 2), async () => {})).rejects.toMatchObject({ status: 429 });
  await countedUnlessFailed(limit.limitsOf("2001:db8:1:2::1", 1), async () => {});
  await expect(limit.check("2001:db8:1:3::1")).rejects.toMatchObject({ status: 429 });
  await limit.check("2001:db8:2:1::1");
});
