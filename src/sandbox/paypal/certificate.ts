import { createSign, generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";

/** A private key and its certificate, both PEM. */
export interface KeyAndCertificate {
  privateKey: string;
  certificate: string;
}

const YEARS = 10;
const NAME = "Despensa PayPal practice";

/** Creates an RSA key with a self-signed certificate. Node can't create certificates, so this writes one in DER. */
export async function makeCertificate(): Promise<KeyAndCertificate> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  const now = new Date();
  const end = new Date(now);
  end.setFullYear(now.getFullYear() + YEARS);
  const name = sequence(set(sequence(COMMON_NAME, der(0x0c, Buffer.from(NAME)))));
  const signed = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    SHA256_WITH_RSA,
    name,
    sequence(utcTime(now), utcTime(end)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = createSign("sha256").update(signed).sign(privateKey);
  const bits = der(0x03, Buffer.concat([Buffer.from([0]), signature]));
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    certificate: toPem(sequence(signed, SHA256_WITH_RSA, bits)),
  };
}

/** A DER value: tag, length, content. */
function der(tag: number, content: Buffer): Buffer {
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, Buffer.concat(parts));
const set = (part: Buffer) => der(0x31, part);
const integer = (bytes: Buffer) => der(0x02, bytes);
const utcTime = (time: Date) => der(0x17, Buffer.from(`${time.toISOString().replace(/[-:T]/g, "").slice(2, 14)}Z`));

/** 1.2.840.113549.1.1.11 without parameters. */
const SHA256_WITH_RSA = sequence(der(0x06, Buffer.from("2a864886f70d01010b", "hex")), der(0x05, Buffer.alloc(0)));
/** 2.5.4.3 */
const COMMON_NAME = der(0x06, Buffer.from("550403", "hex"));

function toPem(content: Buffer): string {
  const lines = content.toString("base64").match(/.{1,64}/g)!;
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}
