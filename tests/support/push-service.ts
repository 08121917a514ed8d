import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

interface Received {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  /** Who sent it: the claims and the public key of its signature. */
  claims: { aud: string; sub: string; exp: number };
  sender: string;
  message: unknown;
}

/** A push service on this machine, and a browser that it delivers to. */
export async function openPushService() {
  const browser = createECDH("prime256v1");
  const auth = randomBytes(16);
  const publicKey = browser.generateKeys();
  const received: Received[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { claims, sender } = readSender(request.headers.authorization ?? "");
      const message = JSON.parse(decrypt(Buffer.concat(chunks), browser, publicKey, auth)) as unknown;
      received.push({ path: request.url ?? "", headers: request.headers, claims, sender, message });
      response.writeHead(answers.shift() ?? 201, { location: "http://127.0.0.1:9/elsewhere" }).end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => {
    server.close().closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys: { p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") },
    received,
    /** The next statuses; then 201. */
    answers,
  };
}

/** Verifies the signature of a request (RFC 8292). */
function readSender(authorization: string): Pick<Received, "claims" | "sender"> {
  const [, token = "", sender = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = "", body = "", signature = ""] = token.split(".");
  const point = Buffer.from(sender, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const key = createPublicKey({ key: { kty: "EC", crv: "P-256", x: x!, y: y! }, format: "jwk" });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${body}`),
    { key, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) throw new Error("The signature is wrong");
  return { claims: JSON.parse(Buffer.from(body, "base64url").toString()) as Received["claims"], sender };
}

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync("sha256", key, salt, info, length));

/** Reads a message as a browser does (RFC 8291). */
function decrypt(body: Buffer, browser: ReturnType<typeof createECDH>, publicKey: Buffer, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body[20]!);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, sender]);
  const secret = derive(browser.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(secret, salt, "Content-Encoding: nonce\0", 12);
  const sealed = body.subarray(21 + body[20]!);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last record ends with 2, and zeros.
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}
