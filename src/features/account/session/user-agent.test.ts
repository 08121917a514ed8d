import { expect, test } from "vitest";
import { readUserAgent } from "./user-agent.ts";

const AS_MANY_SAY = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${AS_MANY_SAY} Chrome/140.0.0.0 Safari/537.36`, "Chrome", "Windows"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${AS_MANY_SAY} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, "Edge", "Windows"],
  [
    `Mozilla/5.0 (Linux; Android 16; SM-S931B) ${AS_MANY_SAY} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    "Samsung Internet",
    "Android",
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`,
    "Safari",
    "macOS",
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1`,
    "Chrome",
    "iPhone",
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1`,
    "Safari",
    "iPad",
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 16181.61.0) ${AS_MANY_SAY} Chrome/134.0.0.0 Safari/537.36`, "Chrome", "ChromeOS"],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${AS_MANY_SAY} Chrome/140.0.0.0 Safari/537.36 OPR/120.0`, "Opera", "macOS"],
  ["curl/8.14.1", "", ""],
  ["", "", ""],
])("%s is %s on %s", (userAgent, browser, system) => {
  expect(readUserAgent(userAgent)).toEqual({ browser, system });
});

test("a hostile user agent is read at once", () => {
  expect(readUserAgent("Version/".repeat(5000))).toEqual({ browser: "", system: "" });
});
