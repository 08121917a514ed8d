import { expect, test } from "vitest";
import { inSequence, limitConcurrency } from "./concurrency-limit.ts";

const soon = () => new Promise((resolve) => setTimeout(resolve));

test("one picture of shoppers is decoded at a time, and one of the staff, who never wait for shoppers", async () => {
  const order: string[] = [];
  let running = 0;
  const decode = (name: string) =>
    inSequence({ isStaff: false }, async () => {
      expect(++running).toBe(1);
      order.push(name);
      await soon();
      running--;
      if (name === "damaged") throw new Error("damaged");
    }).catch(() => {});
  await Promise.all([decode("first"), decode("damaged"), decode("second")]);
  expect(order).toEqual(["first", "damaged", "second"]);

  const end = Promise.withResolvers<void>();
  const ofShopper = inSequence({ isStaff: false }, () => end.promise);
  await inSequence({ isStaff: true }, soon);
  const ofStaffMember = inSequence({ isStaff: true }, () => end.promise);
  await expect(inSequence({ isStaff: true }, soon, 20)).rejects.toMatchObject({ status: 503 });
  end.resolve();
  await Promise.all([ofShopper, ofStaffMember]);
});

test("shoppers leave capacity for the staff", async () => {
  const end = Promise.withResolvers<void>();
  const send = (n: number, isStaff = false) =>
    limitConcurrency({ userId: `${isStaff}${n}`, ip: `10.0.0.${n}`, isStaff }, () => end.promise);
  const shoppers = Array.from({ length: 16 }, (_, n) => send(n));
  await expect(send(16)).rejects.toMatchObject({ status: 503 });
  const staff = Array.from({ length: 4 }, (_, n) => send(n, true));
  await expect(send(4, true)).rejects.toMatchObject({ status: 503 });
  end.resolve();
  await Promise.all([...shoppers, ...staff]);
});

test("someone with an IPv6 /48 leaves room for other shoppers", async () => {
  const end = Promise.withResolvers<void>();
  const send = (ip: string) => limitConcurrency({ userId: ip, ip, isStaff: false }, () => end.promise);
  const inside = Array.from({ length: 14 }, (_, n) => send(`2001:db8:1:${n}::1`));
  await expect(send("2001:db8:1:99::1")).rejects.toMatchObject({ status: 503 });
  const neighbor = send("2001:db8:2::1");
  end.resolve();
  await Promise.all([...inside, neighbor]);
});

test("a picture that waits too long is a 503, and the next ones are decoded", async () => {
  const end = Promise.withResolvers<void>();
  const first = inSequence({ isStaff: false }, () => end.promise);
  await expect(inSequence({ isStaff: false }, soon, 20)).rejects.toMatchObject({ status: 503, headers: { "retry-after": "5" } });
  const last = inSequence({ isStaff: false }, async () => "decoded");
  end.resolve();
  await first;
  expect(await last).toBe("decoded");
});
