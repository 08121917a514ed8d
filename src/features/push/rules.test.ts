import { expect, test } from "vitest";
import { isPushService } from "./rules.ts";

test("only addresses of known push services are taken", () => {
  for (const address of [
    "https://fcm.googleapis.com/fcm/send/abc",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://wns2-by3p.notify.windows.com/w/?token=abc",
    "https://web.push.apple.com/abc",
  ])
    expect([address, isPushService(address)]).toEqual([address, true]);
  for (const address of [
    "http://fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com:8443/abc",
    "https://user@fcm.googleapis.com/abc",
    "https://fcm.googleapis.com.example.com/abc",
    "https://evilpush.apple.com/abc",
    "https://push.apple.com.example/abc",
    "https://127.0.0.1/abc",
    "https://localhost/abc",
    "https://shop.example/abc",
    "javascript:alert(1)",
    "",
  ])
    expect([address, isPushService(address)]).toEqual([address, false]);
});
