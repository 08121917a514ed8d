import { expect, test } from "vitest";
import { inSequence, limitConcurrency } from "./concurrency-limit.ts";

const soon = () => new Promise((resolve) => setTimeout(resolve));

test("one picture of shoppers is decoded at a time, and one of admins, who never wait for shoppers", async () => {
  const order: string[] = [];
  let running = 0;
  const decode = (name: string) =>
    inSequence({ isAdmin: false }, async () => {
      expect(++running).toBe(1);
      order.push(name);
      await soon();
      running--;
      if (name === "damaged") throw new Error("damaged");
    }).catch(() => {});
  await Promise.all([decode("first"), decode("damaged"), decode("second")]);
  expect(order).toEqual(["first", "damaged", "second"]);

  const end = Promise.withResolvers<void>();
  const ofShopper = inSequence({ isAdmin: false }, () => end.promise);
  await inSequence({ isAdmin: true }, soon);
  const ofAdmin = inSequence({ isAdmin: true }, () => end.promise);
  await expect(inSequence({ isAdmin: true }, soon, 20)).rejects.toMatchObject({ status: 503 });
  end.resolve();
  await Promise.all([ofShopper, ofAdmin]);
});

test("shoppers leave capacity for admins", async () => {
  const end = Promise.withResolvers<void>();
  const send = (n: number, isAdmin = false) =>
    limitConcurrency({ userId: `${isAdmin}${n}`, ip: `10.0.0.${n}`, isAdmin }, () => end.promise);
  const shoppers = Array.from({ length: 16 }, (_, n) => send(n));
  await expect(send(16)).rejects.toMatchObject({ status: 503 });
  const admins = Array.from({ length: 4 }, (_, n) => send(n, true));
  await expect(send(4, true)).rejects.toMatchObject({ status: 503 });
  end.resolve();
  await Promise.all([...shoppers, ...admins]);
});

test("someone with an IPv6 /48 leaves room for other shoppers", async () => {
  const end = Promise.withResolvers<void>();
  const send = (ip: string) => limitConcurrency({ userId: ip, ip, isAdmin: false }, () => end.promise);
  const inside = Array.from({ length: 14 }, (_, n) => send(`2001:db8:1:${n}::1`));
  await expect(send("2001:db8:1:99::1")).rejects.toMatchObject({ status: 503 });
  const neighbor = send("2001:db8:2::1");
  end.resolve();
  await Promise.all([...inside, neighbor]);
});

test("a picture that waits too long is a 503, and the next ones are decoded", async () => {
  const end = Promise.withResolvers<void>();
  const first = inSequence({ isAdmin: false }, () => end.promise);
  await expect(inSequence({ isAdmin: false }, soon, 20)).rejects.toMatchObject({ status: 503, headers: { "retry-after": "5" } });
  const last = inSequence({ isAdmin: false }, async () => "decoded");
  end.resolve();
  await first;
  expect(await last).toBe("decoded");
});
